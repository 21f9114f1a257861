import * as z from 'zod'
import { contextConfig } from '#context/context-config.ts'
import { loopConfig } from '#loop/loop-config.ts'

/** The whole configuration: each room brings its own slice. */
export const configSchema = z.strictObject({
  context: contextConfig.prefault({}),
  loop: loopConfig.prefault({}),
})

export type Config = z.infer<typeof configSchema>

/** For editors: completion and checks while `.keel/config.yaml` is typed. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: 'input' })
  return { $schema, title: 'keel configuration', ...schema }
}

export type ConfigKey = {
  /** Dotted, as in `context.map.depth`. */
  readonly name: string
  readonly path: readonly string[]
  readonly variable: string | null
  readonly default: unknown
  readonly description: string
  readonly schema: JsonSchemaNode
}

export type JsonSchemaNode = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly env?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>
}

/** Every leaf of the configuration, in the order of the schema. */
export const configKeys: readonly ConfigKey[] = leaves(
  z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchemaNode,
  [],
)

function leaves(node: JsonSchemaNode, path: readonly string[]): ConfigKey[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([name, child]) => leaves(child, [...path, name]))
  }
  return [
    {
      name: path.join('.'),
      path,
      variable: node.env ?? null,
      default: node.default,
      description: node.description ?? '',
      schema: node,
    },
  ]
}
