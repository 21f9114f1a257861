/** Where keel was asked to work. Handed in, so that a test can be anywhere and anyone. */
export type Place = {
  /** The directory the question is about: an agent started here would see this. */
  readonly cwd: string
  /** The project: the nearest directory at or above `cwd` that holds `.keel` or `.git`, else `cwd` itself. */
  readonly root: string
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}
