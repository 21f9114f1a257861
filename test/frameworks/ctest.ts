import { ctest } from '#loop/verify/frameworks/ctest.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND =
  'cmake -S . -B build > /dev/null && cmake --build build && ctest --test-dir build --output-on-failure'

export const ctestProof: Proof = {
  name: 'ctest',
  framework: ctest,
  source: programOnPath({ program: 'ctest', version: '3.25.1', packages: ['cmake', 'make', 'g++'] }),
  cases: {
    pass: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_executable(fine fine.c)
add_test(NAME adds COMMAND fine)
add_test(NAME more COMMAND fine)
`,
        'fine.c': `int main(void) { return 0; }
`,
      },
      command: COMMAND,
      text: { counts: [2, 0, 0] },
    },
    fail: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_executable(fine fine.c)
add_executable(wrong wrong.c)
add_test(NAME adds COMMAND fine)
add_test(NAME subtracts COMMAND wrong)
add_test(NAME "says so" COMMAND \${CMAKE_COMMAND} -E cat missing.txt)
`,
        'fine.c': `int main(void) { return 0; }
`,
        'wrong.c': `#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("about to subtract <&>\\n");
  fflush(stdout);
  assert(3 + 2 == 1);
  return 0;
}
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 2, 0],
        failing: [
          {
            id: 'subtracts',
            message: `about to subtract <&>
wrong: wrong.c:7: main: Assertion \`3 + 2 == 1' failed.`,
            location: 'wrong.c:7',
          },
          {
            id: 'says so',
            message: 'CMake Error: missing.txt: no such file or directory (ignoring)',
            location: null,
          },
        ],
      },
    },
    error: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_executable(wrong wrong.c)
add_test(NAME wrong COMMAND wrong)
`,
        'wrong.c': `int main(void) {
  return nothing;
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'wrong.c does not compile',
            message: 'error: ‘nothing’ undeclared (first use in this function)',
            location: 'wrong.c:2',
          },
        ],
      },
      report: null,
    },
    skip: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME fine COMMAND \${CMAKE_COMMAND} -E true)
add_test(NAME off COMMAND \${CMAKE_COMMAND} -E true)
set_tests_properties(off PROPERTIES DISABLED TRUE)
add_test(NAME later COMMAND \${CMAKE_COMMAND} -E false)
set_tests_properties(later PROPERTIES SKIP_RETURN_CODE 1)
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 2] },
    },
    none: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_executable(dies dies.c)
add_test(NAME dies COMMAND dies)
`,
        'dies.c': `int main(void) {
  volatile int *nowhere = 0;
  return *nowhere;
}
`,
      },
      command: COMMAND,
      text: { counts: [0, 1, 0], failing: [{ id: 'dies', message: 'SEGFAULT', location: null }] },
      report: { counts: [0, 1, 0], failing: [{ id: 'dies', message: null, location: null }] },
    },
    timeout: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME fine COMMAND \${CMAKE_COMMAND} -E true)
add_test(NAME slow COMMAND \${CMAKE_COMMAND} -E sleep 60)
`,
      },
      command: COMMAND,
      timeoutMs: 4000,
      text: { counts: [0, 1, 0], failing: [{ id: 'ctest did not finish', message: null, location: null }] },
      report: null,
    },
    colour: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME red COMMAND \${CMAKE_COMMAND} -E false)
`,
      },
      command: COMMAND,
      environment: { NO_COLOR: undefined, CLICOLOR_FORCE: '1' },
      text: { counts: [0, 1, 0], failing: [{ id: 'red', message: 'Failed', location: null }] },
      report: { counts: [0, 1, 0], failing: [{ id: 'red', message: null, location: null }] },
    },
    unicode: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME "größe 日本" COMMAND \${CMAKE_COMMAND} -E false)
`,
      },
      command: COMMAND,
      text: { counts: [0, 1, 0], failing: [{ id: 'größe 日本', message: 'Failed', location: null }] },
      report: { counts: [0, 1, 0], failing: [{ id: 'größe 日本', message: null, location: null }] },
    },
  },
  more: {
    missing: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME gone COMMAND ./gone)
add_test(NAME fine COMMAND \${CMAKE_COMMAND} -E true)
`,
      },
      command: COMMAND,
      text: { counts: [1, 1, 0], failing: [{ id: 'gone', message: 'Not Run', location: null }] },
      report: {
        counts: [1, 1, 0],
        failing: [{ id: 'gone', message: 'Unable to find executable: ./gone', location: null }],
      },
    },
    slow: {
      files: {
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.21)
project(calc C)
enable_testing()
add_test(NAME slow COMMAND \${CMAKE_COMMAND} -E sleep 60)
set_tests_properties(slow PROPERTIES TIMEOUT 1)
`,
      },
      command: COMMAND,
      text: { counts: [0, 1, 0], failing: [{ id: 'slow', message: 'Timeout', location: null }] },
      report: { counts: [0, 1, 0], failing: [{ id: 'slow', message: null, location: null }] },
    },
  },
  reportAlsoReadBy: JUNIT_READERS,
}
