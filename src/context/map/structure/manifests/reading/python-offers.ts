import type { Offer, ToolUse } from '../manifest.ts'

/** What is typed for the tools that a Python project says it uses, given the keys of mypy's settings. */
export function pythonOffers(tools: ReadonlySet<string>, mypyKeys: Iterable<string> = []): Offer[] {
  return PYTHON_TOOLS.flatMap(({ tool, offers }) => {
    if (!tools.has(tool)) return []
    return tool === 'mypy' ? [mypyOffer(mypyKeys)] : offers
  })
}

/** A folder that is typed would be checked instead of what the settings name. */
export function mypyOffer(keys: Iterable<string>): Offer {
  const isTold = [...keys].some((key) => ['files', 'packages', 'modules'].includes(key))
  return python('typecheck', isTold ? 'mypy' : 'mypy .')
}

export function pythonTools(tools: ReadonlySet<string>): { readonly name: string; readonly use: ToolUse }[] {
  return PYTHON_TOOLS.flatMap(({ tool, name, use }) =>
    tools.has(tool) ? use.map((one) => ({ name, use: one })) : [],
  )
}

/** `Flask-SQLAlchemy[extra]>=2; python_version > "3"` is flask-sqlalchemy. */
export function requirementName(requirement: string): string | null {
  const name = /^\s*([A-Za-z\d][\w.-]{0,100})/.exec(requirement)?.[1]
  return name === undefined ? null : name.toLowerCase().replace(/[._]/g, '-')
}

type PythonTool = {
  readonly tool: string
  readonly name: string
  readonly use: readonly ToolUse[]
  readonly offers: readonly Offer[]
}

const python = (purpose: Offer['purpose'], line: string): Offer => ({
  purpose,
  line,
  via: 'python',
  rank: 1,
})

const PYTHON_TOOLS: readonly PythonTool[] = [
  { tool: 'pytest', name: 'pytest', use: ['test'], offers: [python('test', 'pytest')] },
  {
    tool: 'ruff',
    name: 'Ruff',
    use: ['lint'],
    offers: [
      python('lint', 'ruff check .'),
      { ...python('format', 'ruff format .'), rank: 2, isCustom: true },
    ],
  },
  { tool: 'flake8', name: 'Flake8', use: ['lint'], offers: [{ ...python('lint', 'flake8'), rank: 2 }] },
  { tool: 'pylint', name: 'Pylint', use: ['lint'], offers: [] },
  { tool: 'isort', name: 'isort', use: ['format'], offers: [{ ...python('format', 'isort .'), rank: 3 }] },
  { tool: 'black', name: 'Black', use: ['format'], offers: [python('format', 'black .')] },
  { tool: 'yapf', name: 'YAPF', use: ['format'], offers: [] },
  { tool: 'mypy', name: 'mypy', use: ['typecheck'], offers: [] },
  { tool: 'pyright', name: 'Pyright', use: ['typecheck'], offers: [python('typecheck', 'pyright')] },
  {
    tool: 'basedpyright',
    name: 'basedpyright',
    use: ['typecheck'],
    offers: [python('typecheck', 'basedpyright')],
  },
  { tool: 'ty', name: 'ty', use: ['typecheck'], offers: [python('typecheck', 'ty check')] },
  {
    tool: 'pyrefly',
    name: 'Pyrefly',
    use: ['typecheck'],
    offers: [{ ...python('typecheck', 'pyrefly check'), rank: 2 }],
  },
]
