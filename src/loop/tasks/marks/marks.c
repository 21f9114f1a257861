/**
 * Asks the system about many files, and says of each what Node's `stat` says: size, time of change, time of change of its node, and
 * number of its node, as numbers of 64 bits with a point, in the order of the machine; none of them is a number where there is no such
 * file. It is asked on standard input, by paths that each end in a zero, and answers when its input ends. Node needs as long again
 * as the system does for each file; and here threads start at once.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define CHANGED st_mtimespec
#define NODE_CHANGED st_ctimespec
#else
#define CHANGED st_mtim
#define NODE_CHANGED st_ctim
#endif

enum { MARK_LENGTH = 4, THREADS_MAX = 4, THREAD_MIN = 1000 };

struct part {
  const char **paths;
  double *marks;
  size_t count;
};

/** As Node works it out, or two answers would differ in the last digit: the compiler may not make one step of it. */
static double milliseconds(struct timespec time) { return time.tv_sec * 1e3 + time.tv_nsec / 1e6; }

static void *ask(void *given) {
  const struct part *part = given;
  for (size_t place = 0; place < part->count; place++) {
    double *mark = part->marks + place * MARK_LENGTH;
    struct stat found;
    if (stat(part->paths[place], &found) == 0) {
      mark[0] = (double)found.st_size;
      mark[1] = milliseconds(found.CHANGED);
      mark[2] = milliseconds(found.NODE_CHANGED);
      mark[3] = (double)found.st_ino;
    } else {
      for (int part_of_it = 0; part_of_it < MARK_LENGTH; part_of_it++) mark[part_of_it] = NAN;
    }
  }
  return NULL;
}

static char *input;
static size_t size;

static int read_input(void) {
  size_t room = 1 << 20;
  input = malloc(room);
  while (input != NULL) {
    ssize_t got = read(STDIN_FILENO, input + size, room - size);
    if (got <= 0) return got == 0;
    size += (size_t)got;
    if (size == room) input = realloc(input, room *= 2);
  }
  return 0;
}

static int write_all(const char *bytes, size_t left) {
  while (left > 0) {
    ssize_t put = write(STDOUT_FILENO, bytes, left);
    if (put <= 0) return 0;
    bytes += put;
    left -= (size_t)put;
  }
  return 1;
}

int main(void) {
  if (!read_input() || (size > 0 && input[size - 1] != '\0')) return 1;
  size_t count = 0;
  for (size_t at = 0; at < size; at++) count += input[at] == '\0';
  const char **paths = malloc((count + 1) * sizeof *paths);
  double *marks = malloc((count * MARK_LENGTH + 1) * sizeof *marks);
  if (paths == NULL || marks == NULL) return 1;
  size_t at = 0;
  for (size_t place = 0; place < count; place++) {
    paths[place] = input + at;
    at += strlen(input + at) + 1;
  }
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t most = processors > THREADS_MAX ? THREADS_MAX : processors > 1 ? (size_t)processors : 1;
  size_t threads = count / THREAD_MIN < most ? count / THREAD_MIN + (count < THREAD_MIN) : most;
  struct part parts[THREADS_MAX];
  pthread_t running[THREADS_MAX];
  int is_running[THREADS_MAX] = {0};
  for (size_t one = 0; one < threads; one++) {
    size_t from = count * one / threads;
    parts[one] = (struct part){paths + from, marks + from * MARK_LENGTH, count * (one + 1) / threads - from};
    is_running[one] = one > 0 && pthread_create(&running[one], NULL, ask, &parts[one]) == 0;
  }
  // Its own part, and those for which no thread could be had.
  for (size_t one = 0; one < threads; one++)
    if (!is_running[one]) ask(&parts[one]);
  for (size_t one = 0; one < threads; one++)
    if (is_running[one]) pthread_join(running[one], NULL);
  return write_all((const char *)marks, count * MARK_LENGTH * sizeof *marks) ? 0 : 1;
}
