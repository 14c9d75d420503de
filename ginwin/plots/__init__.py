"""Results as plots: each function draws tables on matplotlib axes and computes nothing.

Lines and bars differ in colour, in dashes or hatches and in lightness, so that they can be told
apart in grey print and by colour-blind readers (the colours are those of Okabe and Ito).
"""
