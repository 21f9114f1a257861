import { goTest } from '#loop/verify/frameworks/go-test.ts'
import { go } from './language-sources.ts'
import type { Proof } from './proof.ts'

const COMMAND = 'go test ./...'

/** What every project has. */
const PROJECT = {
  'go.mod': `module example.com/calc

go 1.21
`,
}

export const goTestProof: Proof = {
  name: 'go-test',
  framework: goTest,
  source: go('1.26.8'),
  cases: {
    pass: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestAdds(t *testing.T) {
	t.Run("small", func(t *testing.T) {})
	t.Run("big", func(t *testing.T) {})
}
`,
      },
      command: COMMAND,
      text: { counts: [3, 0, 0] },
    },
    fail: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestAdds(t *testing.T) {}

func TestSubtracts(t *testing.T) {
	t.Run("small numbers", func(t *testing.T) {
		t.Errorf("3 - 2 is %d,\\nnot 1", 5)
	})
	t.Run("big", func(t *testing.T) {})
}
`,
        'sub/sub_test.go': `package sub

import (
	"fmt"
	"testing"
)

func TestSubtracts(t *testing.T) {
	fmt.Println("printed by the test")
	t.Fatal("broken")
}
`,
        'empty/empty.go': `package empty
`,
      },
      command: COMMAND,
      text: {
        counts: [2, 3, 0],
        failing: [
          {
            id: 'example.com/calc.TestSubtracts',
            message: '3 - 2 is 5',
            location: 'example.com/calc/calc_test.go:9',
          },
          {
            id: 'example.com/calc.TestSubtracts/small_numbers',
            message: `calc_test.go:9: 3 - 2 is 5,
    not 1`,
            location: 'example.com/calc/calc_test.go:9',
          },
          {
            id: 'example.com/calc/sub.TestSubtracts',
            message: `printed by the test
    sub_test.go:10: broken`,
            location: 'example.com/calc/sub/sub_test.go:10',
          },
        ],
      },
    },
    error: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestAdds(t *testing.T) { add(1, 2) }
`,
        'fine/fine_test.go': `package fine

import "testing"

func TestFine(t *testing.T) {}
`,
        'vet/vet_test.go': `package vet

import (
	"fmt"
	"testing"
)

func TestVet(t *testing.T) { fmt.Printf("%d\\n", "x") }
`,
        'imports/imports_test.go': `package imports

import (
	"testing"

	"example.com/calc/missing"
)

func TestX(t *testing.T) { missing.F() }
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 3, 0],
        failing: [
          {
            id: 'example.com/calc/imports',
            message: `imports/imports_test.go:6:2: no required module provides package example.com/calc/missing; to add it:
	go get example.com/calc/missing`,
            location: 'imports/imports_test.go:6',
          },
          {
            id: 'example.com/calc',
            message: './calc_test.go:5:31: undefined: add',
            location: 'example.com/calc/calc_test.go:5',
          },
          {
            id: 'example.com/calc/vet',
            message: 'vet/vet_test.go:8:42: fmt.Printf format %d has arg "x" of wrong type string',
            location: 'vet/vet_test.go:8',
          },
        ],
      },
    },
    skip: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestLater(t *testing.T) { t.Skip("later") }

func TestNow(t *testing.T) {}
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 1] },
    },
    none: {
      files: {
        ...PROJECT,
        'calc.go': `package calc
`,
        'sub/sub_test.go': `package sub
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestFine(t *testing.T) {}

func TestPanics(t *testing.T) {
	var m map[string]int
	m["a"] = 1
}

func TestNever(t *testing.T) {}
`,
        'sub/sub_test.go': `package sub

import (
	"os"
	"testing"
)

func TestExits(t *testing.T) { os.Exit(1) }
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 2, 0],
        failing: [
          {
            id: 'example.com/calc.TestPanics',
            message: 'panic: assignment to entry in nil map [recovered, repanicked]',
            location: 'calc_test.go:9',
          },
          { id: 'example.com/calc/sub.TestExits', message: null, location: null },
        ],
      },
    },
    timeout: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import (
	"testing"
	"time"
)

func TestFine(t *testing.T) {}

func TestSlow(t *testing.T) { time.Sleep(10 * time.Minute) }
`,
      },
      command: COMMAND,
      timeoutMs: 8000,
      text: null,
    },
    colour: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestRed(t *testing.T) { t.Error("\\x1b[31mred\\x1b[0m") }
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'example.com/calc.TestRed',
            message: 'calc_test.go:5: red',
            location: 'example.com/calc/calc_test.go:5',
          },
        ],
      },
    },
    unicode: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import "testing"

func TestGröße(t *testing.T) {
	t.Run("日本 größe", func(t *testing.T) { t.Error("größer") })
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'example.com/calc.TestGröße',
            message: 'größer',
            location: 'example.com/calc/calc_test.go:6',
          },
          {
            id: 'example.com/calc.TestGröße/日本_größe',
            message: 'calc_test.go:6: größer',
            location: 'example.com/calc/calc_test.go:6',
          },
        ],
      },
    },
  },
  more: {
    setup: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Println("no database")
	os.Exit(3)
}

func TestAdds(t *testing.T) {}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'example.com/calc', message: 'no database', location: null }],
      },
    },
    slow: {
      files: {
        ...PROJECT,
        'calc_test.go': `package calc

import (
	"testing"
	"time"
)

func TestFine(t *testing.T) {}

func TestSlow(t *testing.T) { time.Sleep(10 * time.Minute) }
`,
      },
      command: `${COMMAND} -timeout 1s`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'example.com/calc.TestSlow',
            message: `panic: test timed out after 1s
	running tests:
		TestSlow (1s)`,
            location: 'calc_test.go:10',
          },
        ],
      },
    },
  },
}
