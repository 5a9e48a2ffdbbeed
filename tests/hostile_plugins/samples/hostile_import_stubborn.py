"""Does not come to an end, and catches what is to end it."""

told = 0
while told < 3:
    try:
        while True:
            pass
    except BaseException:
        told += 1
