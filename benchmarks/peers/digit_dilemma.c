/* The yardstick for solving Digit Dilemma: a plain program in C, from the options to the value of every position.

   cc -O2 digit_dilemma.c -o digit_dilemma && ./digit_dilemma 10

   Prints for each round the CPU seconds it took, and then how many positions were valued, by how they end with perfect play:
   seat 2 wins, seat 1 wins the comparison, seat 1 completes a multiple. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 3, DIGITS = 10, EMPTY = 10, RADIX = 11, DIVISOR = 7, CODES = RADIX * RADIX * RADIX, PLIES = 2 * SLOTS };
enum { SEAT_2_WINS, COMPARED, COMPLETED };

typedef struct { int code, used, merit, places[SLOTS]; } Board;

static const int WEIGHT[SLOTS] = {RADIX * RADIX, RADIX, 1};
enum { MOST = 720, MULTIPLES = 1000 };
static Board boards[SLOTS + 1][MOST];
static int counts[SLOTS + 1], index_of[CODES];
/* By ply: the end of the game for each board of seat 1 and of seat 2. */
static unsigned char ends[PLIES][MOST][MOST];

static void list_boards(void) {
    memset(counts, 0, sizeof counts);
    for (int code = 0; code < CODES; code++) {
        Board board = {code, 0, 0, {code / WEIGHT[0], code / WEIGHT[1] % RADIX, code % RADIX}};
        int filled = 0, is_legal = 1;
        for (int i = 0; i < SLOTS; i++) {
            if (board.places[i] == EMPTY) continue;
            if (board.used >> board.places[i] & 1) is_legal = 0;
            board.used |= 1 << board.places[i];
            filled++;
        }
        if (!is_legal) continue;
        int number = board.places[0] * 100 + board.places[1] * 10 + board.places[2];
        /* The lower the better: first the distance to the next multiple, then the number. */
        board.merit = (DIVISOR - number % DIVISOR) % DIVISOR * MULTIPLES + number;
        index_of[code] = counts[filled];
        boards[filled][counts[filled]++] = board;
    }
}

static int best(int ply, const Board *first, const Board *second) {
    const Board *mover = ply % 2 ? second : first;
    int found = ply % 2 ? COMPLETED : SEAT_2_WINS, row = index_of[first->code], column = index_of[second->code];
    int left = ((1 << DIGITS) - 1) & ~(first->used | second->used);
    if (ply == PLIES - 1 && first->merit < MULTIPLES) return COMPLETED;
    for (int i = 0; i < SLOTS; i++) {
        if (mover->places[i] != EMPTY) continue;
        for (int rest = left; rest; rest &= rest - 1) {
            int digit = __builtin_ctz((unsigned)rest), moved = index_of[mover->code - (EMPTY - digit) * WEIGHT[i]], end;
            if (ply == PLIES - 1)
                end = boards[SLOTS][moved].merit < first->merit ? SEAT_2_WINS : COMPARED;
            else
                end = ply % 2 ? ends[ply + 1][row][moved] : ends[ply + 1][moved][column];
            if (ply % 2 ? end < found : end > found) found = end;
        }
    }
    return found;
}

static void solve(long totals[3]) {
    list_boards();
    memset(totals, 0, 3 * sizeof *totals);
    for (int ply = PLIES - 1; ply >= 0; ply--) {
        int firsts = (ply + 1) / 2, seconds = ply / 2;
        for (int f = 0; f < counts[firsts]; f++)
            for (int s = 0; s < counts[seconds]; s++) {
                const Board *first = &boards[firsts][f], *second = &boards[seconds][s];
                if (first->used & second->used) continue;
                int end = best(ply, first, second);
                ends[ply][f][s] = (unsigned char)end;
                totals[end]++;
            }
    }
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 1;
    long totals[3] = {0, 0, 0};
    for (int round = 0; round < rounds; round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
        solve(totals);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        printf("%.9f\n", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    }
    printf("%ld %ld %ld\n", totals[0], totals[1], totals[2]);
    return 0;
}
