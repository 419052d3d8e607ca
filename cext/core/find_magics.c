/* How magics.h was made:  cc -O2 find_magics.c -o find_magics && ./find_magics > magics.h
   Searches for a magic multiplier for every square and slider: on the 8x8 board Rook, Bishop, halfling Rook and
   halfling Bishop (half-chess-family.md R1); on Fanorona's 5x9 board, where only strong points have diagonals
   (fanorona-chess.md), and on Tandem-84's 6x7 boards Rook and Bishop. Not part of the build: magics.h keeps them. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 0x9E3779B97F4A7C15ULL;
static uint64_t rnd(void) {
    state ^= state >> 12; state ^= state << 25; state ^= state >> 27;
    return state * 2685821657736338717ULL;
}

static const int DIRS[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

static int files, ranks;   /* of the current board; 5 files mean Fanorona's */

static int reach(int f, int r, int df, int dr, int half) {
    int d = 0;
    if (files == 5 && df && dr && (f + r) % 2) return 0; /* a weak point has no diagonals */
    for (f += df, r += dr; f >= 0 && f < files && r >= 0 && r < ranks; f += df, r += dr) d++;
    return half ? (d + 1) / 2 : d;
}

static uint64_t attacks(int sq, uint64_t occ, int diagonal, int half) {
    uint64_t a = 0;
    for (int k = 0; k < 4; k++) {
        int df = DIRS[diagonal][k][0], dr = DIRS[diagonal][k][1], f = sq % files, r = sq / files;
        int n = reach(f, r, df, dr, half);
        for (int i = 1; i <= n; i++) {
            uint64_t b = 1ULL << ((r + i * dr) * files + f + i * df);
            a |= b;
            if (occ & b) break;
        }
    }
    return a;
}

static uint64_t relevant(int sq, int diagonal, int half) {
    uint64_t m = 0;
    for (int k = 0; k < 4; k++) {
        int df = DIRS[diagonal][k][0], dr = DIRS[diagonal][k][1], f = sq % files, r = sq / files;
        int n = reach(f, r, df, dr, half);
        for (int i = 1; i < n; i++) m |= 1ULL << ((r + i * dr) * files + f + i * df);
    }
    return m;
}

static void find(const char *name, int diagonal, int half) {
    static uint64_t occs[4096], refs[4096], used[4096];
    static int epoch[4096], width[64];
    int squares = files * ranks;
    printf("static const uint64_t OF_%s_MAGICS[%d] = {\n", name, squares);
    for (int sq = 0; sq < squares; sq++) {
        uint64_t mask = relevant(sq, diagonal, half), o = 0, magic;
        int n = 0, bits = __builtin_popcountll(mask), tries = 0;
        do { occs[n] = o; refs[n++] = attacks(sq, o, diagonal, half); o = (o - mask) & mask; } while (o);
        memset(epoch, 0, sizeof epoch);
        for (;;) {
            magic = rnd() & rnd() & rnd();
            if (tries == 3000000) { /* too hard with as many index bits as blockers: use one more */
                bits++;
                tries = 0;
                memset(epoch, 0, sizeof epoch);
            }
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
        width[sq] = bits ? bits : 1;
        printf("    0x%016llxULL,%s", (unsigned long long)magic, sq % 4 == 3 || sq == squares - 1 ? "\n" : "");
    }
    printf("};\nstatic const uint8_t OF_%s_BITS[%d] = {", name, squares);
    for (int sq = 0; sq < squares; sq++) printf("%s%d,", sq % 16 ? " " : "\n    ", width[sq]);
    printf("\n};\n");
}

int main(void) {
    printf("/* Made by find_magics.c; do not edit. */\n");
    files = ranks = 8;
    find("ROOK", 0, 0);
    find("BISHOP", 1, 0);
    find("HALF_ROOK", 0, 1);
    find("HALF_BISHOP", 1, 1);
    files = 5, ranks = 9;
    find("FANORONA_ROOK", 0, 0);
    find("FANORONA_BISHOP", 1, 0);
    files = 6, ranks = 7;
    find("TANDEM_ROOK", 0, 0);
    find("TANDEM_BISHOP", 1, 0);
    return 0;
}
