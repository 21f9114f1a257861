import * as z from 'zod'

export const wireNames = ['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'] as const

export type WireName = (typeof wireNames)[number]

/** A regular expression as text. `.` matches line ends too: what it is held against are whole prompts. */
const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 's')
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

const conditionShape = {
  wire: z.enum(wireNames).optional(),
  model: pattern.optional(),
  system: pattern.optional(),
  /** Everything the user said, without the results of tools. */
  prompt: pattern.optional(),
  /** What tools answered since the model last spoke. */
  toolResult: pattern.optional(),
  /** The whole request as JSON without spaces. */
  body: pattern.optional(),
  hasTools: z.boolean().optional(),
}

/** Holds where all it names hold, and `not` does not. */
const condition = z.strictObject({ ...conditionShape, not: z.strictObject(conditionShape).optional() })

const tool = z
  .strictObject({
    name: z.string().min(1),
    input: z
      .union([z.string(), z.record(z.string(), z.unknown())], 'An object, or text for a custom tool')
      .default({}),
    /** A tool that takes text instead of JSON. Only the two wires of OpenAI have them. */
    custom: z.boolean().default(false),
    /** Only `openai-responses` has it. */
    namespace: z.string().optional(),
  })
  .superRefine(({ input, custom }, context) => {
    if (custom === (typeof input === 'string')) return
    const message = custom
      ? 'The input of a custom tool is text'
      : 'Text is the input of a tool with `custom: true` only'
    context.addIssue({ code: 'custom', path: ['input'], message })
  })

const tokens = z.int().min(0)

const answerShape = {
  text: z.string().optional(),
  thinking: z.string().optional(),
  tools: z.array(tool).default([]),
  /** `input` counts what the cache neither gave nor took; each wire adds up as its own API does. */
  usage: z
    .strictObject({
      input: tokens.default(100),
      output: tokens.default(20),
      cacheRead: tokens.default(0),
      cacheWrite: tokens.default(0),
    })
    .prefault({}),
  /** `stop`, `tool-calls`, `length` and `content-filter` are said as each wire says them; anything else as it stands. */
  stopReason: z.string().min(1).optional(),
  error: z
    .strictObject({
      status: z.int().min(400).max(599),
      message: z.string().default('scripted error'),
      /** Replaces the error that the wire would make of the message; text is sent as it stands. */
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
  delayMs: z.int().min(0).default(0),
  chunkDelayMs: z.int().min(0).default(0),
  hang: z.union([z.literal(true), z.literal('mid-stream')], 'true or mid-stream').optional(),
  /** Closes the connection in the middle of the answer. */
  cut: z.boolean().default(false),
}

const answer = z.strictObject(answerShape).superRefine(checkAnswer)

const step = z
  .strictObject({
    ...answerShape,
    when: condition.optional(),
    repeat: z.union([z.literal(true), z.int().min(1)], 'true or a count').default(1),
  })
  .superRefine(checkAnswer)

const lane = z.strictObject({
  name: z.string().min(1),
  when: condition.optional(),
  steps: z.array(step),
  /** What the lane says when no step is left that fits. */
  otherwise: answer.optional(),
})

/** Who is asking, and what the model says to them, in which order. */
export const scenarioSchema = z
  .strictObject({
    lanes: z.array(lane),
    /** What requests of no lane are told. */
    otherwise: answer.optional(),
    /** What requests of no lane that offer no tools are told: hosts ask for titles and summaries in passing. */
    auxiliary: answer.prefault({ text: 'ok' }),
    /** The models that a listing shows. */
    models: z.array(z.string().min(1)).min(1).default(['scripted']),
  })
  .superRefine(({ lanes }, context) => {
    for (const [index, { name }] of lanes.entries()) {
      if (lanes.findIndex((other) => other.name === name) === index) continue
      const message = `There is a lane named \`${name}\` above`
      context.addIssue({ code: 'custom', path: ['lanes', index, 'name'], message })
    }
  })

export type Scenario = z.output<typeof scenarioSchema>
export type ScenarioInput = z.input<typeof scenarioSchema>
export type Lane = Scenario['lanes'][number]
export type Step = Lane['steps'][number]
export type Answer = Scenario['auxiliary']
export type ToolCall = Answer['tools'][number]
export type Condition = z.output<typeof condition>

/** An answer that says nothing, or two things at once, is a slip of the pen that would cost somebody an afternoon. */
function checkAnswer(
  { text, thinking, tools, error, hang, cut }: z.output<z.ZodObject<typeof answerShape>>,
  context: z.core.$RefinementCtx,
): void {
  const speaks = text !== undefined || thinking !== undefined || tools.length > 0
  const complain = (message: string) => context.addIssue({ code: 'custom', path: [], message })
  if (!speaks && error === undefined && hang !== true) {
    complain('It says nothing: give it text, thinking, tools, error or `hang: true`')
  }
  if (error !== undefined && (speaks || cut || hang !== undefined)) complain('An error says nothing else')
  if (cut && hang !== undefined) complain('It can hang or be cut, not both')
}
