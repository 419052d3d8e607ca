/* The highest of an array of scores, with branchless loops that compilers turn into vector instructions. */
#ifndef ODDFISH_HIGHEST_H
#define ODDFISH_HIGHEST_H

/* The index of the first of the highest scores among those from i to n - 1; there is at least one. */
static inline int of_first_of_highest(const int *scores, int i, int n) {
    int highest = scores[i], first = n, j;
    if (n - i < 8) {
        for (first = i, j = i + 1; j < n; j++)
            if (scores[j] > scores[first]) first = j;
        return first;
    }
    for (j = i; j < n; j++) highest = scores[j] > highest ? scores[j] : highest;
    for (j = i; j < n; j++) {
        int at = scores[j] == highest ? j : n;
        first = at < first ? at : first;
    }
    return first;
}

#endif
