import { maven } from '#loop/verify/frameworks/maven.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND = 'mvn -B -ntp test'

/** What every project has. */
const PROJECT = {
  'pom.xml': `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>calc</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
      </plugin>
    </plugins>
  </build>
</project>
`,
}

export const mavenProof: Proof = {
  name: 'maven',
  framework: maven,
  source: programOnPath({ program: 'mvn', version: '3.8.7', packages: ['maven'] }),
  cases: {
    pass: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
      text: { counts: [2, 0, 0] },
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

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, 1 + 2);
    }
    @Test
    public void subtracts() {
        assertEquals(1, 3 + 2, "off by a sign");
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
            message: `java.lang.IllegalStateException:
boom
second <line>`,
            location: 'org/example/CalcTest.java:17',
          },
          {
            id: 'org.example.CalcTest.subtracts',
            message: 'off by a sign ==> expected: <1> but was: <5>',
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
            message: 'off by a sign ==> expected: <1> but was: <5>',
            location: 'org/example/CalcTest.java:13',
          },
        ],
      },
    },
    error: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
            id: 'src/test/java/org/example/CalcTest.java does not compile',
            message: `cannot find symbol
  symbol:   method add(int,int)
  location: class org.example.CalcTest`,
            location: 'src/test/java/org/example/CalcTest.java:9',
          },
        ],
      },
      report: null,
    },
    skip: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

public class CalcTest {
    @Test
    public void adds() {
        assertEquals(3, 1 + 2);
    }
    @Disabled("later")
    @Test
    public void later() {
        fail();
    }
}
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 1] },
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

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
            id: 'org.example.CalcTest did not finish',
            message:
              'The forked VM terminated without properly saying goodbye. VM crash or System.exit called?',
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

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
      text: { counts: [0, 1, 0], failing: [{ id: 'maven did not finish', message: null, location: null }] },
      report: null,
    },
    colour: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
      command: `${COMMAND} -Dstyle.color=always`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'org.example.CalcTest.red',
            message: 'expected: <1> but was: <2>',
            location: 'org/example/CalcTest.java:9',
          },
        ],
      },
    },
    unicode: {
      files: {
        ...PROJECT,
        'src/test/java/org/example/CalcTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

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
            message: 'expected: <日本> but was: <größe>',
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

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

public class CalcTest {
    @BeforeAll static void begin() { throw new IllegalStateException("no database"); }
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
          { id: 'org.example.CalcTest', message: 'no database', location: 'org/example/CalcTest.java:7' },
        ],
      },
    },
  },
  reportAlsoReadBy: JUNIT_READERS,
}
