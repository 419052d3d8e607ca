/* A UCI engine for benches of match runners: trivial [MILLISECONDS]. It sleeps for one millisecond, or computes for
   MILLISECONDS, and plays the next move of a script: 200 plies of knights and a rook going to and fro, with a pawn move
   every twentieth move so that the game is not drawn earlier. As nodes it reports the microseconds from `go` to its
   answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const ROUND[2][6] = {
    {"g1f3", "b1c3", "f3g1", "c3b1"},
    {"b8c6", "a8b8", "g8f6", "b8a8", "c6b8", "f6g8"},
};
static const int LENGTH[2] = {4, 6};
static const char *const PAWN[2][5] = {
    {"a2a3", "a3a4", "h2h3", "h3h4", "e2e3"},
    {"a7a6", "a6a5", "h7h6", "h6h5", "e7e6"},
};

static const char *script(int plies) {
    int side = plies & 1, number = plies >> 1;
    if (number % 20 == 19)
        return PAWN[side][number / 20 % 5];
    return ROUND[side][(number - number / 20) % LENGTH[side]];
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

int main(int count, char **words) {
    long long computing = count > 1 ? 1000LL * atoi(words[1]) : 0;
    static char line[1 << 16];
    int plies = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ucinewgame", 10)) {
            plies = 0;
        } else if (!strncmp(line, "uci", 3)) {
            puts("id name trivial\nid author the Oddfish authors\nuciok");
        } else if (!strncmp(line, "isready", 7)) {
            puts("readyok");
        } else if (!strncmp(line, "position", 8)) {
            const char *at = strstr(line, " moves");
            for (plies = 0; at && (at = strchr(at + 1, ' ')); plies++) {}
        } else if (!strncmp(line, "go", 2)) {
            long long begun = now();
            struct timespec pause = {0, 1000000};
            if (!computing)
                nanosleep(&pause, NULL);
            while (now() < begun + computing) {}
            printf("info depth 1 score cp 0 nodes %lld\n", now() - begun);
            printf("bestmove %s\n", script(plies));
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
    }
    return 0;
}
