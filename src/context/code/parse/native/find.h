/**
 * Finds what a query looks for in a tree. The tree is laid out flat first, without what its grammar hides: a node is followed by all
 * that is in it, and knows where that ends. Then every node is tried with the patterns that begin with its symbol.
 *
 * It finds the matches that tree-sitter finds. Their captures are in the order of their beginnings, the longer before the shorter,
 * then of their patterns; and what a pattern has captured as the same before is left out (`order-captures.ts` does it, too).
 */
#include "query.h"
#include "subtree.h"
#include "tree.h"

struct part {
  /** Bytes. */
  uint32_t start, end;
  /** The part behind all that is in this one. */
  uint32_t after;
  TSSymbol symbol;
  TSFieldId field;
  bool is_named, is_error;
};

/** A node of which some children are laid out: how many, and how many of these its grammar counts. */
struct stop {
  Subtree node;
  uint32_t child, structural, position;
  /** Of one that is hidden: its children have it, where they have none. */
  TSFieldId field;
  /** Of one that is not hidden. */
  uint32_t part;
};

/** A capture, one of so many of a match that lie behind each other, and the next one of the same part. */
struct found {
  uint32_t pattern, part, first, count, next;
  uint16_t capture;
};

/** No part, and no capture. */
#define NONE UINT32_MAX

/** A list that grows, and is used again for the next text. */
#define LIST(type) struct { type *at; uint32_t count, room; }
#define PUSH(list) (grow((void **)&(list).at, sizeof *(list).at, (list).count, &(list).room), &(list).at[(list).count++])

static void grow(void **at, size_t size, uint32_t count, uint32_t *room) {
  if (count < *room) return;
  *room = 2 * *room + 1024;
  *at = must(realloc(*at, size * *room));
}

static LIST(struct part) parts;
static LIST(struct stop) stops;
static LIST(struct found) found;
/** For each part its first capture; then the order of all of them; and for each capture of a pattern, the part that it had last. */
static LIST(uint32_t) heads, ordered, said;

static struct {
  double at;
  uint32_t work;
  bool is_over;
} deadline;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static bool is_over(void) {
  if ((++deadline.work & 0xfff) == 0 && now_ms() > deadline.at) deadline.is_over = true;
  return deadline.is_over;
}

static TSFieldId field_of(const TSLanguage *language, const struct stop *stop) {
  const TSFieldMapEntry *entry, *end;
  ts_language_field_map(language, stop->node.ptr->production_id, &entry, &end);
  for (; entry < end; entry++)
    if (!entry->inherited && entry->child_index == stop->structural) return entry->field_id;
  return 0;
}

static void enter(Subtree node, uint32_t position, TSFieldId field, uint32_t part) {
  *PUSH(stops) = (struct stop){.node = node, .position = position, .field = field, .part = part};
}

/** The next child of the stop on top. */
static void lay_out_child(const TSLanguage *language) {
  struct stop *stop = &stops.at[stops.count - 1];
  Subtree child = ts_subtree_children(stop->node)[stop->child];
  bool is_extra = ts_subtree_extra(child);
  TSSymbol alias = is_extra ? 0 : ts_language_alias_at(language, stop->node.ptr->production_id, stop->structural);
  TSFieldId field = is_extra ? 0 : field_of(language, stop);
  if (field == 0) field = stop->field;
  if (stop->child > 0) stop->position += ts_subtree_padding(child).bytes;
  uint32_t start = stop->position;
  stop->position += ts_subtree_size(child).bytes;
  stop->child++;
  if (!is_extra) stop->structural++;
  if (alias == 0 && !ts_subtree_visible(child)) {
    if (ts_subtree_visible_child_count(child) > 0) enter(child, start, field, NONE);
    return;
  }
  TSSymbol symbol = ts_language_public_symbol(language, alias != 0 ? alias : ts_subtree_symbol(child));
  struct part *part = PUSH(parts);
  *part = (struct part){
    .start = start,
    .end = stop->position,
    .after = parts.count,
    .symbol = symbol,
    .field = field,
    .is_named = alias != 0 ? ts_language_symbol_metadata(language, alias).named : ts_subtree_named(child),
    .is_error = symbol == ts_builtin_sym_error,
  };
  if (ts_subtree_child_count(child) > 0) enter(child, start, 0, parts.count - 1);
}

static void lay_out(const TSTree *tree) {
  const TSLanguage *language = tree->language;
  Subtree root = tree->root;
  uint32_t start = ts_subtree_padding(root).bytes;
  parts.count = stops.count = 0;
  *PUSH(parts) = (struct part){
    .start = start,
    .end = start + ts_subtree_size(root).bytes,
    .after = 1,
    .symbol = ts_language_public_symbol(language, ts_subtree_symbol(root)),
    .is_named = ts_subtree_named(root),
    .is_error = ts_subtree_symbol(root) == ts_builtin_sym_error,
  };
  if (ts_subtree_child_count(root) > 0) enter(root, start, 0, 0);
  while (stops.count > 0 && !is_over()) {
    const struct stop *stop = &stops.at[stops.count - 1];
    if (stop->child < stop->node.ptr->child_count) {
      lay_out_child(language);
      continue;
    }
    if (stop->part != NONE) parts.at[stop->part].after = parts.count;
    stops.count--;
  }
}

/** What is captured by the match in hand. */
static struct {
  uint32_t pattern, count;
  struct {
    uint32_t part;
    uint16_t capture;
  } at[TAKEN_MAX];
} taken;

/** Where a pattern is to be gone on with: the places of a wish, from the next one on, and the children of a part, from one on. */
struct level {
  const struct place *places;
  uint32_t count, at, from, limit;
  const struct level *up;
};

/** The part that was found last, and where those beside it end. */
struct last {
  uint32_t part, limit;
};

/** What a place left out does to the anchor behind it: none holds there, or the very next part has to do. */
enum anchor { USUAL, LOOSE, STRICT };

static bool is_followed(struct last last) {
  for (uint32_t at = parts.at[last.part].after; at < last.limit; at = parts.at[at].after)
    if (parts.at[at].is_named) return true;
  return false;
}

static bool has_field(uint32_t part, TSFieldId field) {
  for (uint32_t at = part + 1; at < parts.at[part].after; at = parts.at[at].after)
    if (parts.at[at].field == field) return true;
  return false;
}

static bool fits(const struct wish *wish, struct last last) {
  const struct part *part = &parts.at[last.part];
  if (wish->is_any ? part->is_error || (wish->is_named && !part->is_named) : part->symbol != wish->symbol) return false;
  if (wish->field != 0 && wish->field != part->field) return false;
  if (wish->is_last && is_followed(last)) return false;
  for (uint8_t at = 0; at < wish->without_count; at++)
    if (has_field(last.part, wish->without[at])) return false;
  return true;
}

/** Says nothing where the match before it had the same. */
static void note_match(void) {
  uint32_t first = found.count;
  const struct found *before = first == 0 ? NULL : &found.at[found.at[first - 1].first];
  bool is_same = before != NULL && before->pattern == taken.pattern && before->count == taken.count;
  for (uint32_t at = 0; is_same && at < taken.count; at++)
    is_same = before[at].part == taken.at[at].part && before[at].capture == taken.at[at].capture;
  if (is_same) return;
  for (uint32_t at = 0; at < taken.count; at++)
    *PUSH(found) = (struct found){taken.pattern, taken.at[at].part, first, taken.count, NONE, taken.at[at].capture};
}

static bool go_on(const struct level *level, struct last last, enum anchor anchor);

static bool take_part(const struct wish *wish, const struct level *level, struct last last) {
  uint32_t before = taken.count, after = parts.at[last.part].after;
  for (uint8_t at = 0; at < wish->captures_count; at++) {
    taken.at[taken.count].part = last.part;
    taken.at[taken.count++].capture = wish->captures[at];
  }
  const struct level inner = {wish->places, wish->places_count, 0, last.part + 1, after, level};
  bool is_found = go_on(&inner, last, USUAL);
  taken.count = before;
  return is_found;
}

/** Whether a match was found. Of a place that may be left out, it is only where no match was found with it. */
static bool go_on(const struct level *level, struct last last, enum anchor anchor) {
  if (level->at == level->count) {
    if (level->up != NULL) return go_on(level->up, last, USUAL);
    note_match();
    return true;
  }
  const struct place *place = &level->places[level->at];
  bool is_found = false;
  for (uint32_t which = 0; which < place->wishes_count; which++) {
    const struct wish *wish = &place->wishes[which];
    for (uint32_t at = level->from; at < level->limit && !is_over(); at = parts.at[at].after) {
      struct last one = {at, level->limit};
      if (fits(wish, one)) {
        const struct level next = {level->places, level->count, level->at + 1, parts.at[at].after, level->limit, level->up};
        if (take_part(wish, &next, one)) is_found = true;
      }
      if (anchor == STRICT || (wish->is_next && parts.at[at].is_named && anchor != LOOSE)) break;
    }
  }
  if (is_found || !place->is_optional) return is_found;
  const struct wish *wish = &place->wishes[0];
  if (wish->is_last && is_followed(last)) return false;
  const struct level next = {level->places, level->count, level->at + 1, level->from, level->limit, level->up};
  bool is_inside = next.at < next.count;
  return go_on(&next, last, !wish->is_next && is_inside ? LOOSE : wish->is_next && level->at == 0 ? STRICT : USUAL);
}

static bool is_before(uint32_t left, uint32_t right) {
  const struct found *a = &found.at[left], *b = &found.at[right];
  uint32_t a_end = parts.at[a->part].end, b_end = parts.at[b->part].end;
  if (a_end != b_end) return a_end > b_end;
  return a->pattern != b->pattern ? a->pattern < b->pattern : left < right;
}

/** Puts the captures of a part in order with those before it that begin at the same place. */
static void order_part(uint32_t part, uint32_t from) {
  for (uint32_t at = heads.at[part]; at != NONE; at = found.at[at].next) {
    uint32_t place = ordered.count;
    PUSH(ordered);
    for (; place > from && is_before(at, ordered.at[place - 1]); place--) ordered.at[place] = ordered.at[place - 1];
    ordered.at[place] = at;
  }
}

/** Not of a pattern that asks something of its captures: whether it holds is another question for each match. */
static bool is_said(const struct query *query, const struct found *one) {
  if (query->patterns[one->pattern].predicates_count > 0) return false;
  uint32_t *last = &said.at[one->pattern * query->captures.count + one->capture];
  if (*last == one->part) return true;
  *last = one->part;
  return false;
}

static void order_found(const struct query *query) {
  heads.count = ordered.count = said.count = 0;
  for (uint32_t at = 0; at < parts.count; at++) *PUSH(heads) = NONE;
  for (uint32_t at = query->patterns_count * query->captures.count; at > 0; at--) *PUSH(said) = NONE;
  for (uint32_t at = found.count; at-- > 0;) {
    found.at[at].next = heads.at[found.at[at].part];
    heads.at[found.at[at].part] = at;
  }
  for (uint32_t part = 0, from = 0; part < parts.count; part++) {
    if (part > 0 && parts.at[part].start != parts.at[part - 1].start) from = ordered.count;
    order_part(part, from);
  }
  uint32_t count = 0;
  for (uint32_t at = 0; at < ordered.count; at++)
    if (!is_said(query, &found.at[ordered.at[at]])) ordered.at[count++] = ordered.at[at];
  ordered.count = count;
}

static void find_at(const struct query *query, uint32_t part) {
  TSSymbol symbol = parts.at[part].symbol;
  if (parts.at[part].is_error || symbol == ts_builtin_sym_error_repeat) return;
  struct last root = {part, parts.at[part].after};
  for (uint32_t at = query->by_symbol[symbol]; at < query->by_symbol[symbol + 1]; at++) {
    const struct begin *begin = &query->begins[at];
    taken.pattern = begin->pattern;
    if (fits(begin->wish, root)) take_part(begin->wish, NULL, root);
  }
}

/** Into `ordered`. False where there was no time for it. */
static bool find(const struct query *query, const TSTree *tree, double until) {
  deadline.at = until;
  deadline.work = found.count = taken.count = 0;
  deadline.is_over = false;
  lay_out(tree);
  for (uint32_t part = 0; part < parts.count && !is_over(); part++) find_at(query, part);
  if (deadline.is_over) return false;
  order_found(query);
  return true;
}
