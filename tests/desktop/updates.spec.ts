/** The notice of a newer version, from a real server and with a real signature, in the running app. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test as base } from '#tests/support/electron/fixtures.ts'
import { invoke } from './in-page.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const FEED = {
  version: '99.0.0',
  publishedAt: '2026-05-01T10:00:00.000Z',
  notes: { en: 'Faster scanning', ar: 'مسح أسرع', fr: 'Lecture plus rapide' },
  downloads: (['linux', 'win32', 'darwin'] as const).flatMap((platform) =>
    (['x64', 'arm64'] as const).map((arch) => ({
      platform,
      arch,
      url: `https://files.example.org/wld-${platform}-${arch}`,
      sha256: 'a'.repeat(64),
      size: 1,
    })),
  ),
}

interface Feed {
  readonly files: Record<string, string | Buffer>
  readonly env: Readonly<Record<string, string>>
}
const test = base.extend<{ feed: Feed }>({
  feed: async ({ profile }, use) => {
    const bytes = Buffer.from(JSON.stringify(FEED))
    const files: Record<string, string | Buffer> = {
      '/wld-updates.json': bytes,
      '/wld-updates.json.sig': sign(null, bytes, privateKey).toString('base64'),
    }
    const server: Server = createServer((request, response) => {
      const file = files[request.url ?? '']
      response.writeHead(file === undefined ? 404 : 200).end(file)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const managed = join(profile, 'managed.json')
    writeFileSync(
      managed,
      JSON.stringify({ updateFeed: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    ) // a TCP address after listening
    await use({
      files,
      env: {
        WLD_MANAGED_SETTINGS: managed,
        UPDATE_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    })
    await new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  },
})

test('a signed feed announces a new version; its address opens outside, nothing is downloaded', async ({
  start,
  feed,
}) => {
  const { page, openedOutside } = await start({ env: feed.env })
  expect(await invoke(page, 'updates:state')).toMatchObject({ state: 'unknown' })
  const state = (await invoke(page, 'updates:check')) as { url: string } // the shape is checked below
  const url = `https://files.example.org/wld-${process.platform}-${process.arch}`
  expect(state).toMatchObject({
    state: 'available',
    version: '99.0.0',
    notes: FEED.notes,
    url,
    sha256: 'a'.repeat(64),
    fault: 'none',
  })
  expect(await invoke(page, 'updates:state')).toEqual(state)
  await invoke(page, 'bridge:open-external', state.url)
  expect(await openedOutside()).toEqual([url])
})

test('a changed feed is refused', async ({ start, feed }) => {
  feed.files['/wld-updates.json'] = JSON.stringify({ ...FEED, version: '99.0.1' })
  const { page } = await start({ env: feed.env })
  expect(await invoke(page, 'updates:check')).toMatchObject({
    state: 'failed',
    fault: 'signature',
    url: null,
  })
})
