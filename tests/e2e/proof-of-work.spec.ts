/**
 * Above the normal rate of a network, the device computes a proof of work for its call, in a worker, under the policy
 * of the page.
 */
import { sendEmailCode } from '#shared/contract/email-code.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { expect, test, webDir } from './fixtures.ts'

const FREE_CALLS = (sendEmailCode.limits.find(({ per }) => per === 'network')?.max ?? 0) / 2

/** A server on which the visitors' network has used up its free calls. */
const busyServer = test.extend<{ readonly busy: string }>({
  busy: async ({}, use) => {
    const server = await startApiServer({ engine: 'sqlite', webDir })
    server.clock.advance(3_601 - (Math.floor(server.clock.now().getTime() / 1_000) % 3_600)) // quotas count in whole hours
    for (let sent = 0; sent < FREE_CALLS; sent += 1)
      expect(
        await server.client.call(sendEmailCode, { headers: {}, body: { email: newAddress() } }),
      ).toMatchObject({ ok: true })
    await use(server.url)
    await server.stop()
  },
})

for (const [title, worker] of [
  ['in a worker', true],
  ['in the page, where there are no workers', false],
] as const) {
  busyServer(
    `a registration goes on after the device has worked, ${title}`,
    async ({ open, busy }) => {
      const page = await open({ baseURL: busy })
      if (!worker) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
      const workers: string[] = []
      page.on('worker', (started) => workers.push(started.url()))
      const statuses: number[] = []
      page.on('response', (response) => {
        if (response.url().endsWith(sendEmailCode.path)) statuses.push(response.status())
      })
      await page.goto('/register')
      await page.getByLabel('Email address').fill(newAddress())
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible({ timeout: 30_000 })
      expect(statuses).toEqual([428, 200])
      expect(workers.map((address) => new URL(address).origin)).toEqual(
        worker ? [new URL(busy).origin] : [],
      )
    },
  )
}
