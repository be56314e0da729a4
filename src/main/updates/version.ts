/** Versions as the package names them: `1.4.0` or `1.4.0-beta.2`. No `v`, no build metadata, no leading zeros. */
const NUMBER = '(?:0|[1-9]\\d{0,8})'
const PRE_PART = '(?:0|[1-9]\\d{0,8}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const VERSION = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PRE_PART}(?:\\.${PRE_PART})*))?$`,
)
const MAX_CHARS = 64

export interface Version {
  /** Major, minor, patch. */
  readonly core: readonly [number, number, number]
  /** Parts of a pre-release, from the left; empty for a release. */
  readonly pre: readonly (number | string)[]
}

export function parseVersion(text: string): Version | undefined {
  const match = text.length > MAX_CHARS ? null : VERSION.exec(text)
  if (match === null) return undefined
  const [, major, minor, patch, pre] = match
  return {
    core: [Number(major), Number(minor), Number(patch)],
    pre:
      pre === undefined
        ? []
        : pre.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  }
}

/** Below zero when `a` comes before `b`, by the precedence of semver 2.0 (item 11). */
export function compareVersions(a: Version, b: Version): number {
  for (const place of [0, 1, 2] as const)
    if (a.core[place] !== b.core[place]) return a.core[place] - b.core[place]
  // A release comes after all of its pre-releases.
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length
  for (const [place, part] of a.pre.entries()) {
    const other = b.pre[place]
    if (other === undefined) return 1
    const order = comparePre(part, other)
    if (order !== 0) return order
  }
  return a.pre.length - b.pre.length
}

function comparePre(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1 // numbers come before words
  if (typeof b === 'number') return 1
  return a < b ? -1 : a > b ? 1 : 0
}
