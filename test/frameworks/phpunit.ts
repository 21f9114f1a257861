import { phpunit } from '#loop/verify/frameworks/phpunit.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND = 'phpunit'

/** What every project has. */
const PROJECT = {
  'phpunit.xml': `<?xml version="1.0"?>
<phpunit colors="false" cacheResult="false"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>
`,
}

export const phpunitProof: Proof = {
  name: 'phpunit',
  framework: phpunit,
  source: programOnPath({ program: 'phpunit', version: '9.6.7', packages: ['phpunit'] }),
  cases: {
    pass: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testAdds(): void
    {
        $this->assertSame(3, 1 + 2);
    }

    /** @dataProvider numbers */
    public function testEven(int $n): void
    {
        $this->assertSame(0, $n % 2);
    }

    public static function numbers(): array
    {
        return ['two' => [2], [4]];
    }
}
`,
      },
      command: COMMAND,
      text: { counts: [3, 0, 0] },
    },
    fail: {
      files: {
        ...PROJECT,
        'src/boom.php': `<?php

function boom(): void
{
    throw new RuntimeException("boom\\nsecond line");
}
`,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

require_once __DIR__ . '/../src/boom.php';

final class CalcTest extends TestCase
{
    public function testAdds(): void
    {
        $this->assertSame(3, 1 + 2);
    }

    public function testSubtracts(): void
    {
        $this->assertSame(1, 3 + 2, 'off by a sign');
    }

    public function testBoom(): void
    {
        boom();
    }

    /** @dataProvider numbers */
    public function testEven(int $n, string $why): void
    {
        $this->assertSame(0, $n % 2);
    }

    public static function numbers(): array
    {
        return ['one' => [1, 'x'], [3, 'y']];
    }

    public function testText(): void
    {
        $this->assertSame("a\\nb\\n", "a\\nc\\n");
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 5, 0],
        failing: [
          {
            id: 'CalcTest::testBoom',
            message: `RuntimeException: boom
second line`,
            location: 'tests/CalcTest.php:21',
          },
          {
            id: 'CalcTest::testSubtracts',
            message: `off by a sign
Failed asserting that 5 is identical to 1.`,
            location: 'tests/CalcTest.php:16',
          },
          {
            id: 'CalcTest::testEven with data set "one"',
            message: 'Failed asserting that 1 is identical to 0.',
            location: 'tests/CalcTest.php:27',
          },
          {
            id: 'CalcTest::testEven with data set #0',
            message: 'Failed asserting that 1 is identical to 0.',
            location: 'tests/CalcTest.php:27',
          },
          {
            id: 'CalcTest::testText',
            message: `Failed asserting that two strings are identical.
--- Expected
+++ Actual
@@ @@
 'a
-b
+c
 '`,
            location: 'tests/CalcTest.php:37',
          },
        ],
      },
      report: {
        counts: [1, 5, 0],
        failing: [
          {
            id: 'CalcTest::testSubtracts',
            message: `off by a sign
Failed asserting that 5 is identical to 1.`,
            location: 'tests/CalcTest.php:16',
          },
          {
            id: 'CalcTest::testBoom',
            message: `RuntimeException: boom
second line`,
            location: 'tests/CalcTest.php:21',
          },
          {
            id: 'CalcTest::testEven with data set "one"',
            message: 'Failed asserting that 1 is identical to 0.',
            location: 'tests/CalcTest.php:27',
          },
          {
            id: 'CalcTest::testEven with data set #0',
            message: 'Failed asserting that 1 is identical to 0.',
            location: 'tests/CalcTest.php:27',
          },
          {
            id: 'CalcTest::testText',
            message: `Failed asserting that two strings are identical.
--- Expected
+++ Actual
@@ @@
 'a
-b
+c
 '`,
            location: 'tests/CalcTest.php:37',
          },
        ],
      },
    },
    error: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public static function setUpBeforeClass(): void
    {
        throw new RuntimeException('no database');
    }

    public function testNeeds(): void
    {
        $this->assertTrue(true);
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'CalcTest::testNeeds',
            message: 'RuntimeException: no database in tests/CalcTest.php:9',
            location: 'tests/CalcTest.php:9',
          },
        ],
      },
      report: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'CalcTest::testNeeds',
            message: 'RuntimeException: no database',
            location: 'tests/CalcTest.php:9',
          },
        ],
      },
    },
    skip: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testLater(): void
    {
        $this->markTestSkipped('later');
    }

    public function testUnfinished(): void
    {
        $this->markTestIncomplete('half');
    }

    public function testRisky(): void
    {
    }

    public function testNow(): void
    {
        $this->assertTrue(true);
    }
}
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 3] },
    },
    none: {
      files: {
        ...PROJECT,
        'tests/empty.txt': `
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testFine(): void
    {
        $this->assertTrue(true);
    }

    public function testLeaves(): void
    {
        exit(3);
    }
}
`,
      },
      command: COMMAND,
      text: { counts: [0, 1, 0], failing: [{ id: 'phpunit did not finish', message: null, location: null }] },
      report: null,
    },
    timeout: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testSlow(): void
    {
        sleep(600);
    }
}
`,
      },
      command: COMMAND,
      timeoutMs: 3000,
      text: { counts: [0, 1, 0], failing: [{ id: 'phpunit did not finish', message: null, location: null }] },
      report: null,
    },
    colour: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testRed(): void
    {
        $this->assertSame(1, 2);
    }

    public function testGreen(): void
    {
        $this->assertTrue(true);
    }
}
`,
      },
      command: `${COMMAND} --colors=always`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'CalcTest::testRed',
            message: 'Failed asserting that 2 is identical to 1.',
            location: 'tests/CalcTest.php:9',
          },
        ],
      },
    },
    unicode: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testGröße(): void
    {
        $this->assertSame('日本', 'größe');
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'CalcTest::testGröße',
            message: `Failed asserting that two strings are identical.
--- Expected
+++ Actual
@@ @@
-'日本'
+'größe'`,
            location: 'tests/CalcTest.php:9',
          },
        ],
      },
    },
  },
  more: {
    syntax: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testNever(): void
    {
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'fatal error in tests/CalcTest.php',
            message: `Uncaught ParseError: Unclosed '{' on line 8`,
            location: 'tests/CalcTest.php:9',
          },
        ],
      },
      report: null,
    },
    fatal: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
    public function testFine(): void
    {
        $this->assertTrue(true);
    }

    public function testFatal(): void
    {
        eval('class CalcTest {}');
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'fatal error in tests/CalcTest.php',
            message: 'Cannot declare class CalcTest, because the name is already in use',
            location: 'tests/CalcTest.php:1',
          },
        ],
      },
      report: null,
    },
    warning: {
      files: {
        ...PROJECT,
        'tests/CalcTest.php': `<?php

use PHPUnit\\Framework\\TestCase;

final class CalcTest extends TestCase
{
}
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 1] },
    },
  },
  reportAlsoReadBy: JUNIT_READERS,
}
