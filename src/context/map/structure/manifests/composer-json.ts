import type { Entrance, ManifestKind, Offer } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { parseJson } from './reading/parsed.ts'
import { pickKeys, pickText, pickTexts } from './reading/pick.ts'

export const composerJson: ManifestKind = {
  path: /(^|\/)composer\.json$/,
  read: (_path, text) => {
    const parsed = parseJson(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const manifest = parsed.table
    const name = pickText(manifest, 'name')
    const dependencies = [...pickKeys(manifest, 'require'), ...pickKeys(manifest, 'require-dev')]
    const version = pickText(manifest, 'require', 'php')
    const scripts = pickKeys(manifest, 'scripts').filter((script) => !/^(pre|post)-/.test(script))
    return {
      ecosystem: 'php',
      ...(name === null
        ? {}
        : { module: { kind: 'package', name, description: pickText(manifest, 'description') } }),
      dependencies,
      runtimes: version === null ? [] : [{ name: 'PHP', version }],
      packageManager: 'Composer',
      offers: [
        { purpose: 'install', line: 'composer install', rank: 0, isCustom: true },
        ...nameOffers(scripts, (script) => ({
          line: `composer ${NATIVE.has(script) ? 'run ' : ''}${script}`,
        })),
        ...toolOffers(new Set(dependencies)),
      ],
      entryPoints: pickTexts(manifest, 'bin').map(
        (target): Entrance => ({ kind: 'program', name: null, target }),
      ),
    }
  },
}

/** Words that Composer takes for its own. */
const NATIVE = new Set(['install', 'update', 'check', 'run', 'config', 'init', 'show', 'status'])

function toolOffers(dependencies: ReadonlySet<string>): Offer[] {
  return TOOLS.flatMap(({ name, offer }) =>
    dependencies.has(name) ? [{ ...offer, isCustom: true } as const] : [],
  )
}

const TOOLS: readonly { readonly name: string; readonly offer: Offer }[] = [
  { name: 'laravel/framework', offer: { purpose: 'run', line: 'php artisan serve', rank: 0 } },
  { name: 'laravel/framework', offer: { purpose: 'test', line: 'php artisan test', rank: 0 } },
  { name: 'symfony/framework-bundle', offer: { purpose: 'run', line: 'symfony server:start', rank: 1 } },
  { name: 'phpunit/phpunit', offer: { purpose: 'test', line: 'vendor/bin/phpunit', rank: 1 } },
  { name: 'pestphp/pest', offer: { purpose: 'test', line: 'vendor/bin/pest', rank: 1 } },
  { name: 'phpstan/phpstan', offer: { purpose: 'typecheck', line: 'vendor/bin/phpstan analyse', rank: 1 } },
  { name: 'larastan/larastan', offer: { purpose: 'typecheck', line: 'vendor/bin/phpstan analyse', rank: 1 } },
  { name: 'vimeo/psalm', offer: { purpose: 'typecheck', line: 'vendor/bin/psalm', rank: 1 } },
  { name: 'laravel/pint', offer: { purpose: 'format', line: 'vendor/bin/pint', rank: 1 } },
  {
    name: 'friendsofphp/php-cs-fixer',
    offer: { purpose: 'format', line: 'vendor/bin/php-cs-fixer fix', rank: 1 },
  },
  { name: 'squizlabs/php_codesniffer', offer: { purpose: 'lint', line: 'vendor/bin/phpcs', rank: 1 } },
]
