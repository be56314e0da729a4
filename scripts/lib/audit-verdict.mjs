// What the two audits of npm mean for a build. Pure, so that every reply of a registry can be tested.

/** A registry that does not offer a call replies with one of these; a mirror often does. */
const NOT_OFFERED = new Set([404, 405, 501])
const FAILING = ['high', 'critical']

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `npm audit --json`: known weaknesses of packages.
 * @returns {{ outcome: 'passed' | 'failed' | 'not-offered', say: string }}
 */
export function weaknessVerdict({ code, stdout, output }) {
  const report = parse(stdout)
  if (NOT_OFFERED.has(report?.statusCode))
    return {
      outcome: 'not-offered',
      say: `This registry does not offer advisories (${report.statusCode}): nothing was checked.`,
    }
  const counts = report?.metadata?.vulnerabilities
  // A reply of another shape, or none, is no proof that there is nothing.
  if (counts === undefined)
    return { outcome: 'failed', say: `The advisories could not be read (${code}):\n${output}` }
  const bad = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    FAILING.includes(severity),
  )
  const isBad = bad.length > 0 || FAILING.some((severity) => counts[severity] > 0)
  return {
    outcome: isBad ? 'failed' : 'passed',
    say: isBad
      ? `High or critical: ${bad.map(({ name, range }) => `${name} ${range}`).join(', ')}`
      : `No weakness of level high or above (${counts.total ?? 0} below).`,
  }
}

/**
 * `npm audit signatures --json`: whether each installed package is what the registry signed.
 * @returns {{ outcome: 'passed' | 'failed' | 'not-offered', say: string }}
 */
export function signatureVerdict({ code, stdout, output }) {
  const report = parse(stdout)
  if (report?.invalid !== undefined && report?.missing !== undefined) {
    const bad = [...report.invalid, ...report.missing].map(
      ({ name, version }) => `${name}@${version}`,
    )
    return bad.length === 0 && code === 0
      ? { outcome: 'passed', say: 'Every package has the signature of its registry.' }
      : { outcome: 'failed', say: `Without a right signature: ${bad.join(', ')}` }
  }
  // npm says this when the registry publishes no keys.
  if (/no dependencies to audit that were installed from a supported registry/.test(output))
    return {
      outcome: 'not-offered',
      say: 'This registry does not sign its packages: nothing was checked.',
    }
  return code === 0
    ? { outcome: 'passed', say: 'Every package has the signature of its registry.' }
    : { outcome: 'failed', say: `The signatures could not be checked (${code}):\n${output}` }
}
