import { expect, it } from 'vitest'
import { tagsOf } from '../../../test/contracts/code.ts'
import { helpsTests } from './helps-tests.ts'
import { languageOf } from './languages/all.ts'

async function helps(path: string, source: string): Promise<boolean> {
  return helpsTests({ path, grammar: languageOf(path)?.grammar ?? '', tags: await tagsOf(path, source) })
}

it.each([
  ['lib/builder.go', 'package lib\n\nimport "testing"\n\nfunc Build(t testing.TB) {}\n'],
  ['lib/builder.go', 'package lib\n\nimport "github.com/stretchr/testify/require"\n'],
  ['src/setup.ts', "import { vi } from 'vitest'\n"],
  ['src/setup.js', "const assert = require('chai')\n"],
  ['src/setup.tsx', "import { expect } from '@playwright/test'\n"],
  ['shop/checks.py', 'import pytest\n'],
  ['shop/checks.py', 'from unittest import TestCase\n'],
  ['src/main/java/shop/Base.java', 'package shop;\n\nimport org.junit.jupiter.api.Test;\n\nclass Base {}\n'],
  ['src/Base.kt', 'import kotlin.test.assertEquals\n'],
  ['src/Base.scala', 'import org.scalatest.funsuite.AnyFunSuite\n'],
  ['src/Base.cs', 'using Xunit;\n'],
  ['src/Base.php', '<?php\nuse PHPUnit\\Framework\\TestCase;\n'],
  ['Sources/Base.swift', 'import XCTest\n'],
  ['lib/base.rb', "require 'minitest/autorun'\n"],
  ['lib/base.ex', 'defmodule Base do\n  use ExUnit.CaseTemplate\nend\n'],
])(
  'a file of the sources that takes what tests are written with is there for tests: %s',
  async (path, source) => {
    expect(await helps(path, source)).toBe(true)
  },
)

it.each([
  ['lib/shop.go', 'package lib\n\nimport "testify"\n'],
  ['src/shop.ts', "import { test } from './vitest'\n"],
  ['shop/mend.py', 'from unittest.mock import sentinel\n'],
  ['packages/vitest/src/run.ts', "import { vi } from 'vitest'\n"],
  ['src/_pytest/fixtures.py', 'import pytest\n'],
  [
    'junit-api/src/main/java/org/junit/api/A.java',
    'package org.junit.api;\n\nimport org.junit.B;\n\nclass A {}\n',
  ],
])('what only sounds like it is not, nor is the house of it: %s', async (path, source) => {
  expect(await helps(path, source)).toBe(false)
})
