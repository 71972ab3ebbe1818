/* The yardstick for solving Range War with a reach: every state in a plain C program, from the smallest set of free
 * numbers to the largest.
 *
 *     cc -O2 -o reach range_war_reach.c && ./reach HIGHEST REACH
 *
 * It prints the CPU seconds of solving, and a sum over the table by which two solvers can be compared: of (last + 1) times
 * the number of plies, over all sets of free numbers and all last numbers that are not free. A state is `last` and the set
 * of free numbers; after an odd count of claimed numbers the next one is lower, after an even count higher. The byte of a
 * state is the distance to the end: odd if the seat to move wins, even if it loses.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    const int highest = atoi(arguments[1]), reach = atoi(arguments[2]);
    const uint32_t sets = UINT32_C(1) << highest;
    uint8_t *plies = malloc((size_t)sets * highest);
    if (!plies) return 2;
    const clock_t start = clock();
    for (uint32_t free_ones = 0; free_ones < sets; free_ones++) {
        uint8_t after[32]; /* the plies after claiming each free number */
        for (int m = 0; m < highest; m++)
            after[m] = free_ones >> m & 1 ? plies[(size_t)(free_ones ^ UINT32_C(1) << m) * highest + m] : 255;
        const int goes_down = (highest - __builtin_popcount(free_ones)) & 1;
        for (int last = 0; last < highest; last++) {
            int from = goes_down ? last - reach : last + 1, to = goes_down ? last - 1 : last + reach;
            if (from < 0) from = 0;
            if (to >= highest) to = highest - 1;
            int won = 255, lost = 0; /* the quickest win, the slowest loss */
            for (int m = from; m <= to; m++) {
                if (after[m] == 255) continue;
                if (after[m] % 2 == 0 && after[m] + 1 < won) won = after[m] + 1;
                if (after[m] % 2 == 1 && after[m] + 1 > lost) lost = after[m] + 1;
            }
            plies[(size_t)free_ones * highest + last] = won < 255 ? won : lost;
        }
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (uint32_t free_ones = 0; free_ones < sets; free_ones++)
        for (int last = 0; last < highest; last++)
            if (!(free_ones >> last & 1)) sum += (uint64_t)(last + 1) * plies[(size_t)free_ones * highest + last];
    printf("%.6f %llu\n", seconds, (unsigned long long)sum);
    return 0;
}
