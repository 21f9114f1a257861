/**
 * Memory for one text. tree-sitter asks for millions of small pieces, gives most of them back, and all of them are of no use when
 * the text is done: then they are given up at once, and no tree is walked to free them. What outlives a text is asked of the
 * system while `is_lasting` is set.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 16, CLASSES = 128, CHUNK = 1 << 20 };

/** Before each piece: how many steps it has with this head, or zero for a large one, and for one that lasts. */
struct head {
  uint64_t steps;
};

/** Before the head of a large piece, which is found again when all is given up. */
struct large {
  struct large *next, *before;
  size_t size;
  struct head head;
};

static bool is_lasting = true;
static struct head *spare[CLASSES + 1];
static struct large larges = {&larges, &larges, 0, {0}};
static char **chunks = NULL;
static size_t chunks_count = 0, chunk = 0, used = CHUNK;

static void *must(void *memory) {
  if (memory == NULL) exit(3);
  return memory;
}

static void *take_large(size_t size) {
  struct large *one = must(malloc(sizeof *one + size));
  one->size = size;
  one->head.steps = 0;
  one->next = one->before = one;
  if (!is_lasting) {
    one->next = larges.next;
    one->before = &larges;
    larges.next->before = one;
    larges.next = one;
  }
  return one + 1;
}

static void *take(size_t size) {
  size_t steps = (size + sizeof(struct head) + STEP - 1) / STEP;
  if (is_lasting || steps > CLASSES) return take_large(size);
  struct head *head = spare[steps];
  if (head != NULL) {
    memcpy(&spare[steps], head + 1, sizeof head);
    return head + 1;
  }
  if (used + steps * STEP > CHUNK) {
    if (chunk == chunks_count) {
      chunks = must(realloc(chunks, ++chunks_count * sizeof *chunks));
      chunks[chunk] = must(malloc(CHUNK));
    }
    chunk++;
    used = 0;
  }
  head = (struct head *)(chunks[chunk - 1] + used);
  used += steps * STEP;
  head->steps = steps;
  return head + 1;
}

static void *take_clean(size_t count, size_t size) {
  return memset(take(count * size), 0, count * size);
}

static void give_back(void *piece) {
  if (piece == NULL) return;
  struct head *head = (struct head *)piece - 1;
  if (head->steps > 0) {
    memcpy(piece, &spare[head->steps], sizeof head);
    spare[head->steps] = head;
    return;
  }
  struct large *one = (struct large *)piece - 1;
  one->next->before = one->before;
  one->before->next = one->next;
  free(one);
}

static void *take_more(void *piece, size_t size) {
  if (piece == NULL) return take(size);
  const struct head *head = (struct head *)piece - 1;
  size_t had = head->steps > 0 ? head->steps * STEP - sizeof *head : ((struct large *)piece - 1)->size;
  if (size <= had) return piece;
  void *more = take(size);
  memcpy(more, piece, had);
  give_back(piece);
  return more;
}

static void give_up_all(void) {
  while (larges.next != &larges) give_back(larges.next + 1);
  memset(spare, 0, sizeof spare);
  chunk = 0;
  used = CHUNK;
}
