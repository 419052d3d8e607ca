/* How magics.h was made:  cc -O2 find_magics.c -o find_magics && ./find_magics > magics.h
   Searches a magic multiplier for every square of an 8x8 board and each of four sliders: Rook, Bishop,
   halfling Rook, halfling Bishop (half-chess-family.md R1). Not part of the build: the numbers are kept. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 0x9E3779B97F4A7C15ULL;
static uint64_t rnd(void) {
    state ^= state >> 12; state ^= state << 25; state ^= state >> 27;
    return state * 2685821657736338717ULL;
}

static const int DIRS[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

static int reach(int f, int r, int df, int dr, int half) {
    int d = 0;
    for (f += df, r += dr; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) d++;
    return half ? (d + 1) / 2 : d;
}

static uint64_t attacks(int sq, uint64_t occ, int diagonal, int half) {
    uint64_t a = 0;
    for (int k = 0; k < 4; k++) {
        int df = DIRS[diagonal][k][0], dr = DIRS[diagonal][k][1], f = sq & 7, r = sq >> 3;
        int n = reach(f, r, df, dr, half);
        for (int i = 1; i <= n; i++) {
            uint64_t b = 1ULL << ((r + i * dr) * 8 + f + i * df);
            a |= b;
            if (occ & b) break;
        }
    }
    return a;
}

static uint64_t relevant(int sq, int diagonal, int half) {
    uint64_t m = 0;
    for (int k = 0; k < 4; k++) {
        int df = DIRS[diagonal][k][0], dr = DIRS[diagonal][k][1], f = sq & 7, r = sq >> 3;
        int n = reach(f, r, df, dr, half);
        for (int i = 1; i < n; i++) m |= 1ULL << ((r + i * dr) * 8 + f + i * df);
    }
    return m;
}

int main(void) {
    static const char *names[4] = {"ROOK", "BISHOP", "HALF_ROOK", "HALF_BISHOP"};
    static uint64_t occs[4096], refs[4096], used[4096];
    static int epoch[4096];
    printf("/* Made by find_magics.c; do not edit. */\n");
    for (int kind = 0; kind < 4; kind++) {
        int diagonal = kind & 1, half = kind >> 1;
        printf("static const uint64_t OF_%s_MAGICS[64] = {\n", names[kind]);
        for (int sq = 0; sq < 64; sq++) {
            uint64_t mask = relevant(sq, diagonal, half), o = 0, magic;
            int n = 0, bits = __builtin_popcountll(mask), tries = 0;
            do { occs[n] = o; refs[n++] = attacks(sq, o, diagonal, half); o = (o - mask) & mask; } while (o);
            memset(epoch, 0, sizeof epoch);
            for (;;) {
                magic = rnd() & rnd() & rnd();
                if (bits > 6 && __builtin_popcountll((mask * magic) >> 56) < 6) continue;
                int ok = 1;
                tries++;
                for (int i = 0; i < n && ok; i++) {
                    uint64_t x = bits ? (occs[i] * magic) >> (64 - bits) : 0;
                    if (epoch[x] < tries) { epoch[x] = tries; used[x] = refs[i]; }
                    else if (used[x] != refs[i]) ok = 0;
                }
                if (ok) break;
            }
            printf("    0x%016llxULL,%s", (unsigned long long)magic, sq % 4 == 3 ? "\n" : "");
        }
        printf("};\n");
    }
    return 0;
}
