import { gradle } from '#loop/verify/frameworks/gradle.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND = 'gradle --no-daemon test'

/** What every project has. */
const PROJECT = {
  'build.gradle': `apply plugin: 'java'
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.13.2' }
compileTestJava.options.encoding = 'UTF-8'
`,
  'settings.gradle': `rootProject.name = 'calc'
`,
}

export const gradleProof: Proof = {
  name: 'gradle',
  framework: gradle,
  source: programOnPath({
    program: 'gradle',
    version: '4.4.1',
    packages: ['gradle', 'default-jdk-headless', 'junit4'],
  }),
  cases: {
    pass: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, 1 + 2);
    }
    @Test
    public void twice() {
        assertEquals(4, 2 * 2);
    }
}
`,
      },
      command: COMMAND,
      text: null,
      report: { counts: [2, 0, 0] },
    },
    fail: {
      files: {
        ...PROJECT,
        'src/main/java/org/example/Calc.java': `package org.example;

public class Calc {
    static void boom() {
        throw new IllegalStateException("boom\\nsecond <line>");
    }
}
`,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, 1 + 2);
    }
    @Test
    public void subtracts() {
        assertEquals("off by a sign", 1, 3 + 2);
    }
    @Test
    public void booms() {
        Calc.boom();
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 2, 0],
        failing: [
          {
            id: 'org.example.CalcTest.booms',
            message: 'java.lang.IllegalStateException',
            location: 'org/example/CalcTest.java:17',
          },
          {
            id: 'org.example.CalcTest.subtracts',
            message: 'java.lang.AssertionError',
            location: 'org/example/CalcTest.java:13',
          },
        ],
      },
      report: {
        counts: [1, 2, 0],
        failing: [
          {
            id: 'org.example.CalcTest.booms',
            message: `boom
second <line>`,
            location: 'org/example/CalcTest.java:17',
          },
          {
            id: 'org.example.CalcTest.subtracts',
            message: 'off by a sign expected:<1> but was:<5>',
            location: 'org/example/CalcTest.java:13',
          },
        ],
      },
    },
    error: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, add(1, 2));
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: ':compileTestJava failed',
            message: 'cannot find symbol',
            location: '/test/java/org/example/CalcTest.java:9',
          },
        ],
      },
      report: null,
    },
    skip: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, 1 + 2);
    }
    @Ignore("later")
    @Test
    public void later() {
        fail();
    }
}
`,
      },
      command: COMMAND,
      text: null,
      report: { counts: [1, 0, 1] },
    },
    none: {
      files: {
        ...PROJECT,
        'src/main/java/org/example/Calc.java': `package org.example;

public class Calc {
}
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
      report: null,
    },
    crash: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void dies() {
        Runtime.getRuntime().halt(134);
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: ':test failed',
            message: `Process 'Gradle Test Executor 1' finished with non-zero exit value 134`,
            location: null,
          },
        ],
      },
      report: null,
    },
    timeout: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void slow() throws Exception {
        Thread.sleep(600_000);
    }
}
`,
      },
      command: COMMAND,
      timeoutMs: 25000,
      text: null,
    },
    colour: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void red() {
        assertEquals(1, 2);
    }
    @Test
    public void green() {
        assertTrue(true);
    }
}
`,
      },
      command: `${COMMAND} --console=rich`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.red',
            message: 'java.lang.AssertionError',
            location: 'org/example/CalcTest.java:9',
          },
        ],
      },
      report: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.red',
            message: 'expected:<1> but was:<2>',
            location: 'org/example/CalcTest.java:9',
          },
        ],
      },
    },
    unicode: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @Test
    public void größe() {
        assertEquals("日本", "größe");
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.größe',
            message: 'org.junit.ComparisonFailure',
            location: 'org/example/CalcTest.java:9',
          },
        ],
      },
      report: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.größe',
            message: 'expected:<[日本]> but was:<[größe]>',
            location: 'org/example/CalcTest.java:9',
          },
        ],
      },
    },
  },
  more: {
    setup: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.Assert.*;
import org.junit.*;

public class CalcTest {
    @BeforeClass public static void begin() { throw new IllegalStateException("no database"); }
    @Test
    public void needs() {
        assertTrue(true);
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.classMethod',
            message: 'java.lang.IllegalStateException',
            location: 'org/example/CalcTest.java:7',
          },
        ],
      },
      report: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.classMethod',
            message: 'no database',
            location: 'org/example/CalcTest.java:7',
          },
        ],
      },
    },
  },
  reportAlsoReadBy: JUNIT_READERS,
}
