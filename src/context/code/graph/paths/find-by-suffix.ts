import type { Project } from '../resolver.ts'

/** Every path that ends in these parts, each with the folder that they are counted from. */
export function findBySuffix(
  project: Project,
  suffix: string,
): { readonly path: string; readonly root: string }[] {
  return project.named(suffix.slice(suffix.lastIndexOf('/') + 1)).flatMap((path) => {
    if (path === suffix) return [{ path, root: '' }]
    return path.endsWith(`/${suffix}`) ? [{ path, root: path.slice(0, -suffix.length - 1) }] : []
  })
}
