/**
 * What plain C does of keel's work: reads files, parses them and runs keel's own queries, on one core.
 *
 *   parse-and-query QUERIES < LIST      a line of LIST is a grammar, a tab and a path; QUERIES has a .scm for each grammar
 *
 * Prints a line for each grammar (name, files, bytes, captures, seconds of parsing, seconds of querying), and at last the
 * seconds of processor time that all of it took. grammars.h is written by build-c.mjs.
 */
#define _POSIX_C_SOURCE 200809L
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

#define GRAMMAR(name) const TSLanguage *tree_sitter_##name(void);
#include "grammars.h"
#undef GRAMMAR

#define VALUES_MAX 64

enum test { EQUAL, NOT_EQUAL, AMONG, NOT_AMONG, MATCH, UNKNOWN };

struct predicate {
  enum test test;
  uint32_t capture;
  uint32_t values_count;
  const char *values[VALUES_MAX];
  regex_t expression;
  struct predicate *next;
};

struct grammar {
  const char *name;
  const TSLanguage *(*language)(void);
  TSQuery *query;
  struct predicate **predicates;
  unsigned long files, bytes, captures;
  double parsing, querying;
};

static struct grammar grammars[] = {
#define GRAMMAR(name) {#name, tree_sitter_##name, NULL, NULL, 0, 0, 0, 0, 0},
#include "grammars.h"
#undef GRAMMAR
};
static const size_t grammars_count = sizeof grammars / sizeof *grammars;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what, const char *which) {
  fprintf(stderr, "%s: %s\n", what, which);
  exit(2);
}

static char *read_file(const char *path, uint32_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail("cannot open", path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (fread(text, 1, size, file) != (size_t)size) fail("cannot read", path);
  text[size] = 0;
  fclose(file);
  *length = size;
  return text;
}

static enum test test_named(const char *name) {
  if (strcmp(name, "eq?") == 0) return EQUAL;
  if (strcmp(name, "not-eq?") == 0) return NOT_EQUAL;
  if (strcmp(name, "any-of?") == 0) return AMONG;
  if (strcmp(name, "not-any-of?") == 0) return NOT_AMONG;
  return strcmp(name, "match?") == 0 ? MATCH : UNKNOWN;
}

/** What a pattern asks of the text of its captures: the library leaves that to whoever calls it. */
static struct predicate *read_predicates(const struct grammar *grammar, uint32_t pattern) {
  uint32_t count, ignored;
  const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(grammar->query, pattern, &count);
  struct predicate *all = NULL, *one = NULL;
  for (uint32_t at = 0; at < count; at++) {
    if (steps[at].type == TSQueryPredicateStepTypeDone) {
      if (one->test == MATCH && regcomp(&one->expression, one->values[0], REG_EXTENDED | REG_NOSUB) != 0)
        fail("no expression", one->values[0]);
      one->next = all;
      all = one;
      one = NULL;
    } else if (steps[at].type == TSQueryPredicateStepTypeCapture) {
      one->capture = steps[at].value_id;
    } else {
      const char *value = ts_query_string_value_for_id(grammar->query, steps[at].value_id, &ignored);
      if (one == NULL) {
        one = calloc(1, sizeof *one);
        one->test = test_named(value);
        if (one->test == UNKNOWN) fail("unknown predicate", value);
      } else if (one->values_count == VALUES_MAX) {
        fail("too many values", grammar->name);
      } else {
        one->values[one->values_count++] = value;
      }
    }
  }
  return all;
}

static void prepare(struct grammar *grammar, const char *queries) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.scm", queries, grammar->name);
  uint32_t length, at;
  TSQueryError error;
  char *source = read_file(path, &length);
  grammar->query = ts_query_new(grammar->language(), source, length, &at, &error);
  if (grammar->query == NULL) {
    fprintf(stderr, "error %d in the query at %u: %.60s\n", error, at, source + at);
    fail("cannot be compiled", path);
  }
  uint32_t patterns = ts_query_pattern_count(grammar->query);
  grammar->predicates = calloc(patterns, sizeof *grammar->predicates);
  for (uint32_t pattern = 0; pattern < patterns; pattern++)
    grammar->predicates[pattern] = read_predicates(grammar, pattern);
}

static bool is_among(const struct predicate *predicate, const char *text, uint32_t length) {
  for (uint32_t at = 0; at < predicate->values_count; at++)
    if (strlen(predicate->values[at]) == length && memcmp(predicate->values[at], text, length) == 0) return true;
  return false;
}

static bool holds_for(const struct predicate *predicate, const char *text, uint32_t length) {
  char copy[512];
  switch (predicate->test) {
    case EQUAL:
    case AMONG:
      return is_among(predicate, text, length);
    case NOT_EQUAL:
    case NOT_AMONG:
      return !is_among(predicate, text, length);
    default:
      if (length >= sizeof copy) length = sizeof copy - 1;
      memcpy(copy, text, length);
      copy[length] = 0;
      return regexec(&predicate->expression, copy, 0, NULL, 0) == 0;
  }
}

static bool holds(const struct grammar *grammar, const TSQueryMatch *match, const char *source) {
  for (const struct predicate *one = grammar->predicates[match->pattern_index]; one != NULL; one = one->next)
    for (uint16_t at = 0; at < match->capture_count; at++) {
      if (match->captures[at].index != one->capture) continue;
      uint32_t start = ts_node_start_byte(match->captures[at].node);
      if (!holds_for(one, source + start, ts_node_end_byte(match->captures[at].node) - start)) return false;
    }
  return true;
}

static unsigned long count_captures(const struct grammar *grammar, TSQueryCursor *cursor, const char *source) {
  unsigned long count = 0;
  uint32_t which;
  TSQueryMatch match;
  while (ts_query_cursor_next_capture(cursor, &match, &which)) count += holds(grammar, &match, source);
  return count;
}

static struct grammar *grammar_named(const char *name) {
  for (size_t at = 0; at < grammars_count; at++)
    if (strcmp(grammars[at].name, name) == 0) return &grammars[at];
  fail("no grammar", name);
  return NULL;
}

int main(int count, char **words) {
  if (count != 2) fail("how it is called", "parse-and-query QUERIES < LIST");
  TSParser *parser = ts_parser_new();
  TSQueryCursor *cursor = ts_query_cursor_new();
  char line[8192];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *path = strchr(line, '\t');
    if (path == NULL) fail("no tab", line);
    *path++ = 0;
    struct grammar *grammar = grammar_named(line);
    if (grammar->query == NULL) prepare(grammar, words[1]);
    uint32_t length;
    char *source = read_file(path, &length);
    double started = now();
    if (!ts_parser_set_language(parser, grammar->language())) fail("another version of tree-sitter", grammar->name);
    TSTree *tree = ts_parser_parse_string(parser, NULL, source, length);
    double parsed = now();
    ts_query_cursor_exec(cursor, grammar->query, ts_tree_root_node(tree));
    grammar->captures += count_captures(grammar, cursor, source);
    grammar->querying += now() - parsed;
    grammar->parsing += parsed - started;
    grammar->files++;
    grammar->bytes += length;
    ts_tree_delete(tree);
    free(source);
  }
  for (size_t at = 0; at < grammars_count; at++)
    if (grammars[at].files > 0)
      printf("%s\t%lu\t%lu\t%lu\t%.3f\t%.3f\n", grammars[at].name, grammars[at].files, grammars[at].bytes,
             grammars[at].captures, grammars[at].parsing, grammars[at].querying);
  printf("%.3f\n", now());
  return 0;
}
