import { CHARACTER, DOUBLE, SLASH_STAR, SLASHES, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** GoogleTest, Catch2, doctest, Boost.Test, Unity's functions, Qt. */
export const cpp: TestLanguage = {
  paths: /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|m|mm)$/,
  found: null,
  where: 'everywhere',
  tokens: [
    SLASHES,
    SLASH_STAR,
    shaped(
      'comment',
      /#(?<=^[ \t]*#)[ \t]*if\s+(?:0|false)\b[\s\S]*?(?:\n[ \t]*#[ \t]*(?:endif|else|elif)\b|$(?![\s\S]))/my,
    ),
    shaped('string', /R"([^\s()\\]{0,16})\([\s\S]*?\)\1"/y),
    DOUBLE,
    CHARACTER,
  ],
  tests: [
    {
      shape:
        /^[ \t]*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|FUZZ_TEST|BENCHMARK_TEST)(?=\s*\(\s*(?<name>[^();{}"]*)\))/gm,
      extent: 'braces',
    },
    {
      shape:
        /^[ \t]*(?:TEST_CASE|SCENARIO|SECTION|SUBCASE|TEST_CASE_METHOD|TEMPLATE_TEST_CASE|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|TEST)(?=\s*\(\s*(?<name>"[^"\n]*"|\w+(?=\s*[,)])))/gm,
      extent: 'braces',
    },
    { shape: /^(?:static\s+)?void\s+(?<name>test_\w+)(?=\s*\(\s*(?:void)?\s*\)\s*\{)/gm, extent: 'braces' },
  ],
  groups: [],
  hooks: [{ shape: /\bvoid\s+(?:SetUp|setUp|SetUpTestSuite)(?=\s*\()/g, extent: 'braces' }],
  functions: [
    {
      shape:
        /^[ \t]*(?:(?:static|inline|constexpr) )*[\w:<>,]+[ \t*&]+(?<name>\w+)(?=\s*\([^;{}]{0,400}\)\s*(?:const\s*)?\{)/gm,
      extent: 'braces',
    },
  ],
  decorators: 'none',
  skips: {
    head: /\bDISABLED_\w+|"\[!(?:hide|mayfail|shouldfail)\]|\[\.\w*\]|\bdoctest::(?:skip|should_fail|may_fail)\b|\bboost::unit_test::disabled\b/g,
    inside: /\b(?:GTEST_SKIP|SKIP|TEST_IGNORE\w*|QSKIP)\s*\(/g,
    file: null,
    conditional: /\bif\b/,
  },
  singles: null,
  assertions:
    /\b(?:(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_(?:CHECK|TEST|REQUIRE)|TEST_ASSERT|FAIL|ADD_FAILURE|QVERIFY|QCOMPARE|STATIC_REQUIRE)\w*|assert\w*|ck_assert\w*|fail\w*)\s*\(/g,
  weak: /\b(?:EXPECT|ASSERT)_(?:NO_THROW|NE\s*\([^,]*,\s*nullptr)|\bREQUIRE_NOTHROW\b/,
  tautologies: [
    /\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert|TEST_ASSERT|TEST_ASSERT_TRUE|BOOST_TEST|BOOST_CHECK)\s*\(\s*(?:true|1|1\s*==\s*1)\s*\)|\b(?:EXPECT|ASSERT)_FALSE\s*\(\s*(?:false|0)\s*\)|(?<![\w.])SUCCEED\s*\(\s*\)/g,
    /\b(?:EXPECT|ASSERT)_(?:EQ|STREQ)\s*\(\s*(?<one>-?\d+\w*|"[^"\n]*"|true|false|nullptr)\s*,\s*\k<one>\s*\)/g,
    /\b(?:REQUIRE|CHECK|assert)\s*\(\s*(?<one>-?\d+|"[^"\n]*"|true|false)\s*==\s*\k<one>\s*\)/g,
    /\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert)\s*\([^;\n]*\|\|\s*(?:true|1)\s*\)/g,
    /\b(?:EXPECT|ASSERT)_(?:EQ|STREQ)\s*\(\s*(?<same>[A-Za-z_][\w.>-]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*\)/g,
    /\b(?:REQUIRE|CHECK)\s*\(\s*(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*==\s*\k<same>\s*\)/g,
  ],
  exits: /(?<![\w.>])(?:std::)?(?:_?exit|quick_exit|_Exit)\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)/g,
}
