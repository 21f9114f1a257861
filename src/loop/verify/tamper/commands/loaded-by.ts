/** The project's own files that a command has loaded before any test. A package that others made, such as `tsx`, is none. */
export function loadedBy(command: string): Set<string> {
  const found = [...command.matchAll(NODE)].flatMap(([, file = '']) => (isOwn(file) ? [file] : []))
  const plugins = /\bpy\.?test\b/.test(command)
    ? [...command.matchAll(PLUGIN)].flatMap(([, name = '']) => (KNOWN_PLUGINS.test(name) ? [] : [name]))
    : []
  const variables = [
    ...command.matchAll(/\b(?:PYTEST_PLUGINS|PYTEST_ADDOPTS)=(\S+)/g),
    ...[...command.matchAll(CARGO)].filter(([, program = '']) => isOwnProgram(program)),
  ].map(([all]) => all)
  return new Set([...found, ...plugins, ...variables])
}

/** A command without those of the files that it loads first which are known to leave the tests alone. */
export function withoutLoaded(command: string, isLeftOut: (file: string) => boolean): string {
  return command.replaceAll(NODE, (all, file: string) =>
    isOwn(file) && isLeftOut(file) ? (/^[\s"'=]/.exec(all)?.[0] ?? '') : all,
  )
}

const NODE =
  /(?:^|[\s"'=])(?:--import|--require|-r|--loader|--experimental-loader|--setup-?[Ff]iles?\w*|--global-?[Ss]etup|--setup|--preload)[\s=]+["']?([^\s"']+)/g

const CARGO = /\b(?:CARGO_TARGET_\w+_RUNNER|RUSTC(?:_WORKSPACE)?_WRAPPER|RUSTC)=["']?([^\s"']+)/g

/** Whether a program is a file of the project, or one that says what it is told to. */
export function isOwnProgram(program: string): boolean {
  return /^(?!\/)\.{0,2}[\w.-]*\/|\.(?:sh|py|[cm]?js|pl|rb)$|^(?:true|echo|(?:ba|z)?sh|env|node|python3?|perl)\b/.test(
    program,
  )
}

/** As Node and mocha find files: by a dot, by an ending, or by a folder that holds a project's own things. */
function isOwn(file: string): boolean {
  return (
    /^(?:\.|\/|#|file:|data:)/.test(file) ||
    /^(?!@)[\w./-]+\.(?:[cm]?[jt]sx?)$/.test(file) ||
    /^(?:tests?|spec|scripts|src|lib|tools|config|build)\//.test(file)
  )
}

const PLUGIN = /(?:^|\s)-p[\s=]*(?!no:)([A-Za-z_][\w.]*)/g

const KNOWN_PLUGINS =
  /^(?:pytest\w*|_pytest[\w.]*|pytester|xdist[\w.]*|cov|asyncio|anyio|randomly|random_order|timeout|benchmark|mock|django|flask|sugar|hypothesis\w*|_hypothesis\w*|syrupy|testinfra|twisted|trio|rerunfailures|faulthandler|doctest|warnings|cacheprovider|terminal|logging|celery\.contrib\.pytest|numpy\.testing[\w.]*)$/
