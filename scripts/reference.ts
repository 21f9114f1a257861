import { configJsonSchema, configKeys } from '#config/schema.ts'
import { flagsOf, globalFlags } from '#surfaces/cli/flags.ts'
import { flagMeaning, flagTerm, helpPages as pagesOf, positionalTerm, usageOf } from '#surfaces/cli/help.ts'
import { verbNames, verbs } from '#verbs/all.ts'
import { doorNames } from '#verbs/door-names.ts'
import { doors } from '#verbs/doors.ts'
import type { Example } from '#verbs/verb.ts'
import { languages } from '../src/context/code/languages/all.ts'

/** Everything that is written from the code: help pages, the reference, the schema for editors. */
export function referencePages(): Record<string, string> {
  return {
    'verbs.md': verbsPage(),
    'configuration.md': configurationPage(),
    'config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  }
}

export function helpPages(): Record<string, string> {
  return pagesOf(
    verbNames.map((name) => verbs[name]),
    doorNames.map((name) => doors[name]),
  )
}

const NOTICE = '<!-- Generated from the code by `npm run reference`. Do not edit. -->'

function verbsPage(): string {
  return [
    '# Verbs',
    '',
    NOTICE,
    '',
    'Every verb answers with exit code 0 when it is done, 1 when it has findings, and 2 on misuse or a fault.',
    '',
    'Flags of every verb:',
    '',
    ...table(globalFlags.map((flag) => [`\`${flagTerm(flag)}\``, flagMeaning(flag)])),
    ...verbNames.flatMap((name) => {
      const verb = verbs[name]
      const positional = 'positional' in verb ? (verb.positional as string) : undefined
      const flags = flagsOf(verb.input)
      return [
        '',
        `## keel ${name}`,
        '',
        `${verb.summary} ${verb.details}`,
        '',
        '```',
        usageOf({ name, input: verb.input, ...(positional === undefined ? {} : { positional }) }),
        '```',
        ...(flags.length === 0 ? [] : ['']),
        ...table(
          flags.map((flag) => [
            `\`${flag.field === positional ? positionalTerm(flag) : flagTerm(flag)}\``,
            flagMeaning(flag),
          ]),
        ),
        '',
        ...exampleLines(verb.examples),
      ]
    }),
    ...doorNames.flatMap((name) => {
      const { summary, details, examples } = doors[name]
      return ['', `## keel ${name}`, '', `${summary} ${details}`, '', ...exampleLines(examples)]
    }),
    '',
  ].join('\n')
}

function exampleLines(examples: readonly Example[]): string[] {
  return examples.map(({ command, explains }) => `- \`${command}\`: ${explains}`)
}

function configurationPage(): string {
  return [
    '# Configuration',
    '',
    NOTICE,
    '',
    'From strongest to weakest: `--set key=value`, the environment, `.keel/config.yaml`, `~/.config/keel/config.yaml`, the default.',
    'Of a `.env` in the working directory, the variables that configure keel are loaded before anything reads the environment. What is already set wins.',
    '',
    '| key | default | environment | meaning |',
    '|---|---|---|---|',
    ...configKeys.map(({ name, default: preset, variable, description, schema }) => {
      const range = schema.minimum === undefined ? '' : ` From ${schema.minimum} to ${schema.maximum}.`
      const choices = schema.enum === undefined ? '' : ` One of: ${schema.enum.join(', ')}.`
      return `| \`${name}\` | \`${JSON.stringify(preset)}\` | ${variable === null ? '' : `\`${variable}\``} | ${description}${range}${choices} |`
    }),
    '',
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0
    ? []
    : ['| flag | meaning |', '|---|---|', ...rows.map(([term, meaning]) => `| ${term} | ${meaning} |`)]
}

/** The grammars that the program comes with. */
export function grammars(): string[] {
  return languages.map(({ grammar }) => grammar)
}
