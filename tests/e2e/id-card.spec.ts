/** The card of a member: download, keyboard, no network, and no data left behind. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { verifyCard } from '#shared/contract/card.ts'
import { type Language } from '#shared/domain/text/languages.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { readCode } from '#tests/support/read-code.ts'
import { expect, provePassword, signInAs, signInByForm, test, webDir } from './fixtures.ts'
import { JOURNEY_LANGUAGES } from './reading.ts'

const WORDS = {
  en: { download: 'Download', choice: 'Choose what to download', show: 'Show code in full screen' },
  ar: { download: 'تنزيل', choice: 'اختر ما تريد تنزيله', show: 'عرض الرمز بملء الشاشة' },
  fr: {
    download: 'Télécharger',
    choice: 'Choisir ce qu’il faut télécharger',
    show: 'Afficher le code en plein écran',
  },
} as const satisfies Record<Language, unknown>

const addPhoto = async (server: ApiServer, colour: string): Promise<string> => {
  const bytes = await sharp({
    create: { width: 480, height: 600, channels: 3, background: colour },
  })
    .jpeg()
    .toBuffer()
  return server.deps.library.addPicture({
    purpose: 'card-photo',
    ownerId: null,
    bytes,
    originalName: 'me.jpg',
  })
}

const payloadOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/card/me', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
    })
    return ((await answer.json()) as { payload: string }).payload
  })

async function codeOnScreen(page: Page, name: string): Promise<string | undefined> {
  await page.getByRole('button', { name }).click()
  const code = page.getByRole('dialog').getByRole('img')
  await code.waitFor()
  const read = await readCode(await code.screenshot())
  await page.keyboard.press('Escape')
  return read
}

/** Returns everything that the browser stores for the site, as text. */
const keptBy = (
  page: Page,
): Promise<{ readonly local: string; readonly databases: string[]; readonly cached: string[] }> =>
  page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        cached.push(`${name} ${new URL(url).pathname}`)
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return { local: JSON.stringify({ ...localStorage, ...sessionStorage }), databases, cached }
  })

const hasNote = (page: Page, note: string): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(async (address) => (await caches.match(address)) !== undefined, note),
      { timeout: 20_000 },
    )
    .toBe(true)
const cardIsKept = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const request = indexedDB.open('wld-card')
        return new Promise<boolean>((resolve) => {
          request.onupgradeneeded = () => request.transaction?.abort() // the database does not exist: do not create it
          request.onerror = () => resolve(false)
          request.onsuccess = () => {
            const count = request.result.transaction('card').objectStore('card').count()
            count.onsuccess = () => {
              request.result.close()
              resolve(count.result === 1)
            }
          }
        })
      }),
    )
    .toBe(true)
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
}

for (const language of JOURNEY_LANGUAGES) {
  test(`the download holds the signed text that the server gave, ${language}`, async ({
    open,
    server,
  }) => {
    const member = await buildMember(server.deps, {
      firstName: 'آمنة',
      lastName: 'إدريس',
      details: { card_photo_file: await addPhoto(server, '#2a6f97') },
    })
    const page = await open()
    await signInAs(page, member)
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/id-card')
    const words = WORDS[language]
    const button = page.getByRole('button', { name: words.download, exact: true })
    await button.waitFor()
    // The script that draws is delayed until the button is seen as busy, because drawing may take only a moment.
    const seen = Promise.withResolvers<void>()
    await page.route(/html2canvas/, async (route) => {
      await seen.promise
      await route.continue()
    })
    const download = page.waitForEvent('download')
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    seen.resolve()
    const file = await download
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    expect(file.suggestedFilename()).toBe(`wld-id-${member.cardId}.png`)
    const picture = readFileSync(await file.path())
    const { width, height, hasAlpha, format } = await sharp(picture).metadata()
    expect({ width, height, format }).toEqual({ width: 800, height: 500 + 40 + 500, format: 'png' })
    const corner = await sharp(picture)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect([...corner], `white ground${String(hasAlpha)}`).toEqual([255, 255, 255])
    const back = await sharp(picture)
      .extract({ left: 0, top: 540, width: 800, height: 500 })
      .toBuffer()
    const payload = await payloadOf(page)
    expect(payload.split('|').slice(0, 3)).toEqual([
      String(member.id),
      member.name,
      member.birthDate,
    ])
    expect(await readCode(back)).toBe(payload)
    expect(await codeOnScreen(page, words.show)).toBe(payload)
  })
}

test('the keyboard alone turns the card, shows the code, chooses a download and shares', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await signInAs(page, member)
  await page.goto('/id-card')
  const reach = async (name: string | RegExp): Promise<void> => {
    const target = page.getByRole('button', {
      name,
      ...(typeof name === 'string' ? { exact: true } : {}),
    })
    await target.waitFor()
    for (let presses = 0; presses < 50; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The keyboard does not reach ${String(name)}`)
  }
  await reach('Turn to the back')
  await page.keyboard.press('Enter')
  await reach('Turn to the front')
  await page.keyboard.press('Space')
  await reach('Show code in full screen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await reach('Choose what to download')
  await page.keyboard.press('Enter')
  await reach(/^Back only/)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe(`wld-id-${member.cardId}-back.png`)
  await reach('Share')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The address of this page was copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('where the device can share files, sharing passes on a picture of the card', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'canShare', { value: () => true })
    Object.defineProperty(navigator, 'share', {
      value: ({ title, url, files = [] }: ShareData) => {
        document.documentElement.dataset['shared'] = JSON.stringify({
          title,
          url,
          files: files.map(({ name, type, size }) => [name, type, size > 10_000]),
        })
        return Promise.resolve()
      },
    })
  })
  await signInAs(page, member)
  await page.goto('/id-card')
  await expect(page.getByText('This shares a picture of both sides')).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const shared = () =>
    page.evaluate(() => JSON.parse(document.documentElement.dataset['shared'] ?? 'null') as unknown)
  await expect.poll(shared).toEqual({
    title: 'My membership card',
    url: page.url(),
    files: [[`wld-id-${member.cardId}.png`, 'image/png', true]],
  })
})

test('the card is larger on a desktop screen, and the page does not scroll sideways on a phone', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const desk = await open({ viewport: { width: 1280, height: 900 } })
  await signInAs(desk, member)
  await desk.goto('/id-card')
  const front = (page: Page) => page.getByRole('figure', { name: /^Front of the membership card/ })
  await expect.poll(async () => (await front(desk).boundingBox())?.width).toBeGreaterThan(600)
  await desk.setViewportSize({ width: 1280, height: 800 })
  for (const act of ['Turn to the back', 'Show code in full screen', 'Download', 'Print', 'Share'])
    await expect(
      desk.getByRole('main').getByRole('button', { name: act, exact: true }),
    ).toBeInViewport({ ratio: 1 })
  const startOf = (at: Locator) => at.boundingBox().then((box) => Math.round(box?.x ?? 0))
  expect(await startOf(front(desk))).toBe(await startOf(desk.getByRole('heading', { level: 1 })))
  const phone = await open({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  await signInAs(phone, member)
  await phone.goto('/id-card')
  await expect.poll(async () => (await front(phone).boundingBox())?.width).toBeLessThan(345)
  for (const turn of ['Turn to the back', 'Turn to the front']) {
    expect(await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth])).toEqual([
      360, 360,
    ])
    await phone.getByRole('button', { name: turn }).click()
  }
})

test('on a phone the card takes the place that was kept for it, and the footer stays out of view', async ({
  open,
  server,
}) => {
  const page = await open({ viewport: { width: 412, height: 823 } })
  await signInAs(page, await buildMember(server.deps))
  let send = (): void => undefined
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/api/card/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/id-card')
  await expect(page.getByText('Loading').first()).toBeAttached()
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  send()
  await expect(page.getByRole('button', { name: WORDS.en.show })).toBeVisible()
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
})

test('a failed download or share shows a message, which the next try clears', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: () => Promise.reject(new DOMException('', 'NotAllowedError')),
    })
  })
  await signInAs(page, member)
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/The page could not be shared/)
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null)
  })
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/The card could not be downloaded/)
  await expect(page.getByText(/The page could not be shared/)).toHaveCount(0)
  expect(logged.join('\n')).toContain('Failed to create blob')
  expect(logged.join('\n')).toContain('could not be shared')
})

test.describe('without network', () => {
  let own: ApiServer
  let site: string
  test.beforeEach(async () => {
    site = mkdtempSync(join(tmpdir(), 'wld-site-'))
    cpSync(webDir, site, { recursive: true })
    own = await startApiServer({ engine: 'sqlite', webDir: site, env: { LIMITS_SCALE: '1000' } })
  })
  test.afterEach(async () => {
    await own.stop().catch(() => undefined) // a test may have stopped it
    rmSync(site, { recursive: true, force: true })
  })
  const asMember = async (
    open: (options?: object) => Promise<Page>,
    member: BuiltMember,
  ): Promise<Page> => {
    const page = await open({ baseURL: own.url, serviceWorkers: 'allow' })
    await signInAs(page, member)
    await page.goto('/id-card')
    await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
    await hasNote(page, '/.card')
    await cardIsKept(page)
    return page
  }

  test('the opened card is shown again with its time, the same code and photo', async ({
    open,
  }) => {
    const member = await buildMember(own.deps, {
      details: { card_photo_file: await addPhoto(own, '#b03060') },
    })
    const page = await asMember(open, member)
    const payload = await payloadOf(page)
    await own.stop()
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/^Shown as of /)).toBeVisible()
    expect(await codeOnScreen(page, 'Show code in full screen')).toBe(payload)
    const colour = () =>
      page
        .locator('[data-face="front"] canvas')
        .nth(1)
        .evaluate((canvas: HTMLCanvasElement) => [
          ...(canvas.getContext('2d')?.getImageData(40, 40, 1, 1).data ?? []),
        ])
    // The card first shows a drawn figure, then the stored photo.
    await expect
      .poll(async () => {
        const [red = 0, green = 0] = await colour()
        return Math.abs(red - 0xb0) + Math.abs(green - 0x30)
      })
      .toBeLessThan(12)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect(
      await readCode(
        await sharp(readFileSync(await (await download).path()))
          .extract({ left: 0, top: 540, width: 800, height: 500 })
          .toBuffer(),
      ),
    ).toBe(payload)
    // A server that is down, on a device that believes it is online.
    await page.context().setOffline(false)
    await page.goto('/id-card')
    await expect(page.getByText(/^Shown as of /)).toBeVisible({ timeout: 20_000 })
  })

  test('caches hold only files of the build; the card is stored without address, e-mail and phone', async ({
    open,
  }) => {
    const member = await buildMember(own.deps, {
      role: 'admin',
      details: { card_photo_file: await addPhoto(own, '#b03060'), tribe: 'SecretTribe' },
    })
    const page = await asMember(open, member)
    for (const path of ['/', '/reports', '/admin/dashboard/verification']) await page.goto(path)
    await page.goto('/id-card')
    await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
    const { cached } = await keptBy(page)
    expect(
      cached.filter(
        (line) =>
          !/^wld-(shell|pages)-\w+ \/(assets\/[\w.-]+|index\.html|first-paint\.js|early-code\.js|load-again\.js|favicon\.svg|manifest\.webmanifest|\.language|\.card)?$/.test(
            line,
          ),
      ),
    ).toEqual([])
    const record = await page.evaluate(
      () =>
        new Promise<{ text: string; keys: string[] }>((resolve) => {
          const request = indexedDB.open('wld-card')
          request.onsuccess = () => {
            const get = request.result.transaction('card').objectStore('card').getAll()
            get.onsuccess = () => {
              const [kept] = get.result as { text: string }[]
              request.result.close()
              resolve({ text: kept?.text ?? '', keys: Object.keys(kept ?? {}).sort() })
            }
          }
        }),
    )
    expect(record.keys).toEqual(['asOf', 'cardId', 'photo', 'text'])
    expect(record.text).toContain('"photoUrl":null')
    for (const secret of [member.email, member.phone, 'SecretTribe', 'signature=', 'Lyon'])
      expect(record.text).not.toContain(secret)
  })

  test('after signing out no card is left, and the next member never sees the previous card', async ({
    open,
  }) => {
    const first = await buildMember(own.deps, { firstName: 'Amna', lastName: 'Firstperson' })
    const second = await buildMember(own.deps, { firstName: 'Badr', lastName: 'Secondperson' })
    const page = await asMember(open, first)
    await signOut(page)
    await expect.poll(async () => (await keptBy(page)).databases).toEqual([])
    // Parts of the sign-in page may be cached again, because visitors get them too.
    await expect
      .poll(async () => (await keptBy(page)).cached.filter((line) => /id-?card|\.card/i.test(line)))
      .toEqual([])
    expect((await keptBy(page)).local).not.toContain(first.cardId)
    await page.context().setOffline(true)
    await page.goto('/id-card')
    await page.waitForURL('**/login**')
    await expect(page.getByText('Firstperson')).toHaveCount(0)
    await page.context().setOffline(false)

    // Another member on the same device, without network, who has not opened the card yet.
    await page.goto('/')
    await signInByForm(page, second)
    await hasNote(page, '/.card')
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache') // only what is stored on purpose counts
    await page.context().setOffline(true)
    await page.goto('/id-card')
    await expect(page.getByRole('heading', { level: 1, name: 'ID card' })).toBeVisible()
    await expect(page.getByText('No connection').first()).toBeVisible()
    await expect(page.getByText('Firstperson')).toHaveCount(0)
  })

  test('a ban deletes the stored card at the next response of the server', async ({ open }) => {
    const member = await buildMember(own.deps)
    const page = await asMember(open, member)
    await own.deps.database.db
      .updateTable('members')
      .set({ status: 'banned' })
      .where('id', '=', member.id)
      .execute()
    await own.deps.database.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
    await page.reload()
    await page.waitForURL('**/login**')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await expect.poll(async () => (await keptBy(page)).databases).toEqual([])
  })

  test('a session that is not kept leaves no card behind', async ({ open }) => {
    const member = await buildMember(own.deps)
    const page = await open({ baseURL: own.url, serviceWorkers: 'allow' })
    await page.goto('/login')
    await page.getByRole('checkbox').uncheck()
    await page.getByRole('textbox', { name: 'Email address' }).fill(member.email)
    await page.getByLabel(/^Password/).fill(member.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/')
    await page.goto('/id-card')
    await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
    await page.waitForTimeout(1_500)
    const { databases, local } = await keptBy(page)
    expect(databases).toEqual([])
    expect(local).not.toContain(member.birthDate)
  })

  test('a new version waits for the user’s consent, and a withdrawn service worker is removed', async ({
    open,
  }) => {
    const page = await open({ baseURL: own.url, serviceWorkers: 'allow' })
    await page.goto('/')
    await hasNote(page, '/.language')
    const headers = (await fetch(`${own.url}/sw.js`)).headers
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('content-security-policy')).toContain("worker-src 'self'")

    const worker = join(site, 'sw.js')
    for (const ending of ['.br', '.gz']) rmSync(worker + ending, { force: true })
    const next = readFileSync(worker, 'utf8')
      .replace(/entry:(["'`])[^"'`]+/, 'entry:$1/assets/index-next.js')
      .replace(/version:(["'`])\w+/, 'version:$1next')
    writeFileSync(worker, next)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const notice = page.getByText('A new version is ready')
    await expect(notice).toBeVisible()
    // The user returns without accepting the update: the active worker keeps its own cache and does not touch the cache
    // of the next version.
    await page.evaluate(async () => {
      for (const name of await caches.keys())
        if (!name.endsWith('-next')) await (await caches.open(name)).delete('/.language')
    })
    await page.reload()
    await expect
      .poll(
        async () =>
          (await keptBy(page)).cached.filter((line) => line.endsWith('/.language')).length,
      )
      .toBe(2)
    await page.waitForTimeout(500)
    expect((await keptBy(page)).cached).toContain('wld-shell-next /index.html')
    await expect(notice).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await page.waitForFunction(() => !('untouched' in globalThis))
    await expect(notice).toHaveCount(0)
    await expect
      .poll(async () =>
        (await keptBy(page)).cached.filter((line) => !/^wld-(shell|pages)-next /.test(line)),
      )
      .toEqual([])

    rmSync(worker)
    await page.reload()
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      )
      .toBe(0)
    await expect.poll(async () => (await keptBy(page)).cached).toEqual([])
  })
})

test('a lost card is issued anew after the password, and the old code stops working', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps, { firstName: 'Halima', lastName: 'Adam' })
  const staff = await buildMember(server.deps, { role: 'moderator' })
  const { accessToken } = await signIn(server, staff.email, staff.password)
  const verdictOn = async (payload: string): Promise<string> => {
    const reply = await server.client.call(
      verifyCard,
      { body: { payload } },
      { bearer: accessToken },
    )
    return reply.ok ? `${reply.value.verdict} ${reply.value.reason}` : 'refused'
  }
  const page = await open()
  await signInAs(page, member)
  await page.goto('/id-card')
  const old = await codeOnScreen(page, WORDS.en.show)
  expect(await verdictOn(old ?? '')).toBe('VALID signed')
  await page.getByRole('button', { name: 'Replace my card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace your card?' })
  await dialog.getByRole('button', { name: 'Cancel old card and get a new one' }).click()
  await expect(dialog.getByText('Choose what happened.')).toBeVisible()
  expect(await verdictOn(old ?? '')).toBe('VALID signed')
  await dialog.getByText('The card is lost').click()
  await dialog.getByRole('button', { name: 'Cancel old card and get a new one' }).click()
  await provePassword(page)
  await expect(page.getByText('Your new card is ready')).toBeVisible()
  await expect.poll(() => codeOnScreen(page, WORDS.en.show)).not.toBe(old)
  expect(await verdictOn((await codeOnScreen(page, WORDS.en.show)) ?? '')).toBe('VALID signed')
  expect(await verdictOn(old ?? '')).toBe('REVOKED card-replaced')
})
