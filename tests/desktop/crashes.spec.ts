import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import en from '#locales/en/desktopMenu.json' with { type: 'json' }
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke } from './in-page.ts'

test('a fault of main is logged and shown once, and the app continues', async ({
  desktop,
  profile,
}) => {
  await desktop.evaluate(({ dialog }) => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    Object.assign(dialog, {
      showMessageBox: async (options: { title: string }) => {
        told.push(options.title)
        return { response: 1, checkboxChecked: false } // continue
      },
    })
  })
  const fail = (text: string): Promise<void> =>
    desktop.evaluate((_electron, message) => {
      setImmediate(() => {
        throw new Error(message)
      })
    }, text)
  await fail('first, about amna@example.org')
  await fail('second')
  await desktop.evaluate(() => void Promise.reject(new Error('nobody waited')))

  const log = (): string => readFileSync(join(profile, 'userData/logs/main.log'), 'utf8')
  await expect.poll(() => log().match(/"event":"main\.(?:exception|rejection)"/g)?.length).toBe(3)
  expect(log()).toContain('first, about [e-mail]')
  expect(log()).not.toContain('amna@')
  expect(await desktop.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual([
    en.fault.title,
  ]) // the list above
  expect(await invoke(desktop.page, 'app:info')).toMatchObject({ version: expect.any(String) })
})
