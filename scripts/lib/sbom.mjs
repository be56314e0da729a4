// What npm's own bill of materials leaves out or gets wrong for us.

/**
 * @param bill CycloneDX document of `npm sbom --package-lock-only --omit dev`
 * @param lock package-lock.json
 */
export function completeBill(bill, lock) {
  const { name, version } = lock.packages['']
  const electron = lock.packages['node_modules/electron']
  const self = bill.metadata.component
  // Electron is a development dependency for npm, because electron-builder fetches its binary. The installers contain it, and
  // with it Chromium and Node: what matters most when a weakness of them is published.
  const shipped = {
    'bom-ref': `electron@${electron.version}`,
    type: 'framework',
    name: 'electron',
    version: electron.version,
    scope: 'required',
    description:
      'Runtime of the desktop app, with Chromium and Node. The hash is that of the npm package.',
    purl: `pkg:npm/electron@${electron.version}`,
    hashes: [sha512Of(electron.integrity)],
    licenses: [{ license: { id: electron.license } }],
  }
  const components = [...bill.components, shipped].toSorted((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  )
  const nameless = components.filter(({ hashes = [] }) => hashes.length === 0)
  if (nameless.length > 0)
    throw new Error(`Without a hash in the lock: ${nameless.map((each) => each.name).join(', ')}`)
  return {
    ...bill,
    // npm takes the name of the folder.
    metadata: { ...bill.metadata, component: { ...self, type: 'application', name, version } },
    components,
    dependencies: bill.dependencies.map((each) =>
      each.ref === self['bom-ref']
        ? { ...each, dependsOn: [...each.dependsOn, shipped['bom-ref']].toSorted() }
        : each,
    ),
  }
}

const sha512Of = (integrity) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
})
