import { dotnetTest } from '#loop/verify/frameworks/dotnet-test.ts'
import type { Case, Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

/**
 * No .NET could be had where the others were recorded. The recordings of this one were written by hand, in the form that the
 * test platform documents and that its own issues and public build logs show, for the projects below. `npm run test:frameworks
 * -- dotnet-test --write` replaces them where there is a .NET.
 */
const COMMAND = 'dotnet test'

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <IsPackable>false</IsPackable>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.10.0" />
    <PackageReference Include="xunit" Version="2.8.1" />
    <PackageReference Include="xunit.runner.visualstudio" Version="2.8.1" />
  </ItemGroup>
</Project>
`

const fail: Case = {
  ...project(`    [Fact]
    public void Adds() => Assert.Equal(3, 1 + 2);

    [Fact]
    public void Subtracts() => Assert.Equal(1, 3 + 2);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Even(int n) => Assert.Equal(0, n % 2);
`),
  text: {
    counts: [2, 2, 0],
    failing: [
      {
        id: 'Calc.Tests.CalcTests.Even(n: 1)',
        message: 'Assert.Equal() Failure: Values differ\nExpected: 0\nActual:   1',
        location: 'CalcTests.cs:16',
      },
      {
        id: 'Calc.Tests.CalcTests.Subtracts',
        message: 'Assert.Equal() Failure: Values differ\nExpected: 1\nActual:   5',
        location: 'CalcTests.cs:11',
      },
    ],
  },
}

export const dotnetTestProof: Proof = {
  name: 'dotnet-test',
  framework: dotnetTest,
  source: programOnPath({ program: 'dotnet', version: '8.0', packages: [] }),
  cases: {
    pass: {
      ...project('    [Fact]\n    public void Adds() => Assert.Equal(3, 1 + 2);\n'),
      text: { counts: [1, 0, 0] },
    },
    fail,
    error: {
      ...project('    [Fact]\n    public void Adds() => Assert.Equal(3, Add(1, 2));\n'),
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'CalcTests.cs does not compile',
            message: `CS0103: The name 'Add' does not exist in the current context`,
            location: 'CalcTests.cs:8',
          },
        ],
      },
      report: null,
    },
    skip: {
      ...project(`    [Fact]
    public void Adds() => Assert.Equal(3, 1 + 2);

    [Fact(Skip = "later")]
    public void Later() { }
`),
      text: { counts: [1, 0, 1] },
    },
    none: { ...project(''), text: { counts: [0, 0, 0] }, report: null },
    crash: {
      ...project('    [Fact]\n    public void Dies() => System.Environment.FailFast("gone");\n'),
      text: {
        counts: [0, 1, 0],
        failing: [
          { id: 'dotnet test did not finish', message: 'The active test run was aborted.', location: null },
        ],
      },
    },
    timeout: {
      ...project('    [Fact]\n    public void Slow() => System.Threading.Thread.Sleep(600_000);\n'),
      timeoutMs: 60_000,
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'dotnet test did not finish', message: null, location: null }],
      },
      report: null,
    },
    colour: 'It prints none into a pipe.',
    unicode: {
      ...project('    [Fact]\n    public void Größe() => Assert.Equal("日本", "größe");\n'),
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'Calc.Tests.CalcTests.Größe',
            message: 'Assert.Equal() Failure: Strings differ',
            location: 'CalcTests.cs:8',
          },
        ],
      },
    },
  },
  more: {
    /** With more words, as `--verbosity normal` has them. */
    verbose: { ...fail, command: `${COMMAND} --logger 'console;verbosity=normal'` },
    /** As it is told since .NET 9, where it is shown on a terminal. */
    terminal: { ...fail, command: `${COMMAND} --tl:on`, report: null },
  },
}

function project(tests: string): Pick<Case, 'files' | 'command'> {
  const text = `using Xunit;

namespace Calc.Tests;

public class CalcTests
{
${tests}}
`
  return { files: { 'Calc.Tests.csproj': PROJECT, 'CalcTests.cs': text }, command: COMMAND }
}
