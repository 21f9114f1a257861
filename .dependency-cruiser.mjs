/**
 * The plan of the house, as law. Rooms in order, downhill only:
 *
 *   surfaces → verbs → config, loop, learn → context, guard → hosts, models → journal → words, kit
 *
 * A room that is not built yet is not listed; it takes its place from ARCHITECTURE.md when it comes.
 */
const below = {
  'surfaces/cli': ['verbs', 'words', 'kit'],
  'surfaces/mcp': ['verbs', 'journal', 'words', 'kit'],
  'surfaces/hook': ['hosts', 'guard', 'journal', 'words', 'kit'],
  verbs: ['config', 'loop', 'learn', 'context', 'guard', 'hosts', 'models', 'journal', 'words', 'kit'],
  config: ['context', 'words', 'kit'],
  loop: ['context', 'guard', 'hosts', 'models', 'journal', 'words', 'kit'],
  learn: ['context', 'guard', 'journal', 'words', 'kit'],
  context: ['words', 'kit'],
  guard: ['words', 'kit'],
  hosts: ['words', 'kit'],
  models: ['words', 'kit'],
  journal: ['words', 'kit'],
  words: [],
  kit: [],
}

/** The configuration is composed of what each room says of its own keys, and knows nothing else of a room beside it. */
function slices(room) {
  return room === 'config' ? ['^src/\\w+/\\w+-config[.]ts$'] : []
}

const downhill = Object.entries(below).map(([room, allowed]) => ({
  name: `${room}-looks-downhill`,
  comment: `src/${room} may know only ${allowed.join(', ') || 'itself'}. Move the shared thing down, or hand it in from above.`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '[.]test[.]ts$' },
  to: { path: '^src/', pathNot: [`^src/${room}/`, ...slices(room), ...allowed.map((name) => `^src/${name}/`)] },
}))

export default {
  forbidden: [
    ...downhill,
    {
      name: 'every-room-has-a-rule',
      comment: 'A new folder under src/ needs its place in `below`, or nothing holds it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [...Object.keys(below).map((room) => `^src/${room}/`), '^src/(bin|index|wiring)[.]ts$'] },
      to: {},
    },
    {
      name: 'config-knows-slices-only',
      comment: 'The configuration is composed of the rooms’ slices and knows nothing else of them.',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/context/', pathNot: '^src/context/context-config[.]ts$' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or are missing a third.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'only-the-registry-knows-hosts',
      comment: 'A host’s folder is imported by the registries and by nobody else; everybody asks the contracts.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/hosts/(registry|hook-dialects|hook-installs)[.]ts$', '^src/hosts/[^/]+/'] },
      to: { path: '^src/hosts/[^/]+/' },
    },
    {
      name: 'hosts-are-strangers',
      comment: 'One host never imports another; what they share lies in src/hosts itself.',
      severity: 'error',
      from: { path: '^src/hosts/([^/]+)/' },
      to: { path: '^src/hosts/[^/]+/', pathNot: '^src/hosts/$1/' },
    },
    {
      name: 'only-the-doors-know-the-wiring',
      comment: 'wiring.ts builds the world once. A room that wants it wants a parameter.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(bin|index)[.]ts$' },
      to: { path: '^src/wiring[.]ts$' },
    },
    {
      name: 'words-do-nothing',
      comment: 'words/ are types and schemas: no input, no output, so anything recorded can be replayed.',
      severity: 'error',
      from: { path: '^src/words/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'placing-a-section-is-pure',
      comment: 'Bytes in, bytes out: what happens to a user’s file can be tested without a file.',
      severity: 'error',
      from: { path: '^src/context/sections/(region|place-section|compose-content)[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?buffer$' },
    },
    {
      name: 'the-sdk-waits',
      comment: 'The AI SDK takes longer to load than most verbs to run. Only the adapter imports it, and only when a model is asked.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/models/(ask-model|hear-answer|load-model|load-embedder)[.]ts$', '[.]test[.]ts$'] },
      to: { path: '^node_modules/(ai|@ai-sdk)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-clients-wait',
      comment: 'The clients of search servers are large and few need them. Only the wire imports them, and only when a server is asked.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/context/knowledge/elasticsearch/open-wire[.]ts$' },
      to: { path: '^node_modules/(@elastic|@opensearch-project)/' },
    },
    {
      name: 'judging-is-pure',
      comment: 'An action, guards and facts in, a decision out: any past action can be judged by the guards of today.',
      severity: 'error',
      from: {
        path: '^src/guard/',
        pathNot: [
          '^src/guard/(read-guards|parse-guard|guard-schema|gather-facts|find-evidence)[.]ts$',
          '^src/guard/disk/',
          '[.]test[.]ts$',
        ],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?path$' },
    },
    {
      name: 'the-hook-loads-dialects-only',
      comment: 'The hook starts on every action of an agent: of the hosts it knows their dialects, and of the journal how to write.',
      severity: 'error',
      from: { path: '^src/surfaces/hook/' },
      to: {
        path: ['^src/hosts/', '^src/journal/'],
        pathNot: ['^src/hosts/hook-dialects?[.]ts$', '^src/journal/open-journal[.]ts$'],
      },
    },
    {
      name: 'the-door-stays-light',
      comment: 'bin.ts answers --version and help by itself; the hook and everything else wait behind a lazy import each.',
      severity: 'error',
      from: { path: '^src/bin[.]ts$' },
      to: { dependencyTypesNot: ['core'], pathNot: '^src/(wiring|kit/load-compiled|kit/find-project|context/code/walk/ask-status|surfaces/hook/main)[.]ts$' },
    },
    {
      name: 'the-tokenizer-waits',
      comment: 'Unpacking its vocabulary takes a quarter of a second: only kit/tokens.ts loads it, and lazily.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/kit/tokens[.]ts$', '[.]test[.]ts$'] },
      to: { path: 'node_modules/gpt-tokenizer' },
    },
    {
      name: 'mcp-waits-behind-its-door',
      comment: 'The protocol’s own code takes longer to load than keel itself: only wiring.ts opens surfaces/mcp, and lazily.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/surfaces/mcp/', '[.]test[.]ts$'] },
      to: { path: ['^src/surfaces/mcp/', 'node_modules/@modelcontextprotocol'], dynamic: false },
    },
    {
      name: 'tests-stay-outside',
      comment: 'Nothing that ships imports a test.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: ['[.]test[.]ts$', '^test/'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is a note to nobody; a declaration holds without being imported.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['^src/(bin|index)[.]ts$', '[.]test[.]ts$', '[.]d[.]ts$'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['keel-source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
