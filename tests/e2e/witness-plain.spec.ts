/** A witness reports with scripts turned off: from the form to the answer by receipt. */
import { askWitness } from '#shared/contract/witness-reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { expect, test } from './fixtures.ts'

test('without scripts, from the form to the answer by receipt', async ({ open, server }) => {
  const page = await open({
    javaScriptEnabled: false,
    locale: 'fr-FR',
    viewport: { width: 360, height: 740 },
  })
  await page.goto('/tell')
  await expect(page).toHaveURL(/\/tell-plain$/) // no wall in between
  await expect(page).toHaveTitle('WLD')
  // The advice is folded, without scripts too, and the form begins in the first screen.
  const advice = page.getByText('Écrivez là où personne ne peut regarder', { exact: false })
  await expect(advice).toBeHidden()
  await expect(page.getByLabel('Type de violation')).toBeInViewport({ ratio: 1 })
  await page.getByText('Avant d’écrire').click()
  await expect(advice).toBeVisible()
  await page.getByLabel('Type de violation').selectOption({ index: 1 })
  await page.locator('#description').fill('Le marché a brûlé')
  await page.locator('#victim').fill('Commerçants')
  await page.locator('#city').fill('Zalingei')
  // The server refuses, in the language of the page and with a link to what is missing; what was written stays.
  await page.locator('#victim').fill('')
  await page.getByRole('button', { name: 'Envoyer le signalement' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: 'Indiquez qui a subi la violation.' })
    .click()
  await expect(page.locator('label[for="victim"]')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#description')).toHaveValue('Le marché a brûlé')
  await page.locator('#victim').fill('Commerçants')
  await page.locator('#about0').fill('La place')
  await page
    .locator('#file0')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page.getByRole('button', { name: 'Envoyer le signalement' }).click()
  const receipt = ((await page.locator('.receipt').textContent()) ?? '').trim()
  expect(receipt).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/)

  const { email } = await buildMember(server.deps, { role: 'moderator' })
  const { accessToken } = await signIn(server, email, TEST_PASSWORD)
  const { id } = await server.deps.database.db
    .selectFrom('reports')
    .select('id')
    .where('city', '=', 'Zalingei')
    .where('witness', '=', 1)
    .executeTakeFirstOrThrow()
  const asked = await server.client.call(
    askWitness,
    { params: { id }, body: { text: 'Quel jour ?', version: 0, unread: 0 } },
    { bearer: accessToken },
  )
  expect(asked.ok).toBe(true)

  await page.getByRole('button', { name: 'Je l’ai noté' }).click()
  await expect(page.getByText('La place')).toBeVisible()
  await page.goto('/tell-plain')
  await page.getByRole('link', { name: 'J’ai un numéro de reçu' }).click()
  await page.getByLabel('Reçu, 16 chiffres').fill('1234')
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect(page.getByLabel('Reçu, 16 chiffres')).toHaveValue('1234')
  await expect(page.getByLabel('Reçu, 16 chiffres')).toHaveAccessibleDescription(
    'Vous pouvez omettre les espaces. Un reçu a 16 chiffres.',
  )
  await page.getByLabel('Reçu, 16 chiffres').fill(receipt)
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect(page.getByText('Quel jour ?')).toBeVisible()
  await expect(page.getByText('La place')).toBeVisible()
  await expect(page.getByText(receipt)).toBeHidden()
  await page.getByText('Afficher le numéro').click()
  await expect(page.getByText(receipt)).toBeVisible()
  await expect(page.getByText('Statut\u00a0: ')).toBeVisible()
  expect(page.url()).not.toMatch(/\d{4}.*\d{4}.*\d{4}/)
  // The server refuses here too: the browser would do so in its own language.
  const faults = page.getByRole('alert')
  await page.getByRole('button', { name: 'Envoyer le message' }).click()
  await faults.getByRole('link', { name: 'Votre message' }).click()
  await expect(page.locator('label[for="text"]')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Votre message')).toHaveAccessibleDescription('Remplissez ce champ.')
  await page.getByLabel('Votre message').fill('Un vendredi')
  await page.getByRole('button', { name: 'Envoyer le message' }).click()
  await expect(page.getByText('Un vendredi')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Votre message a été envoyé.')
  await page.getByLabel('Ce que montre ce fichier').fill('La route')
  await page.getByRole('button', { name: 'Envoyer le fichier' }).click()
  await expect(faults.getByRole('link')).toHaveText([/^Fichier\u00a0: /])
  await expect(page.getByLabel('Ce que montre ce fichier')).toHaveValue('La route')
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
  await faults.getByRole('link', { name: 'Retirer le signalement' }).click()
  await expect(page.getByLabel('Je veux retirer ce signalement')).toHaveAccessibleDescription(
    'Cochez d’abord la case si vous voulez le retirer.',
  )
  await page.getByLabel('Je veux retirer ce signalement').check()
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
  await expect(page.getByText('Vous l’avez retiré.')).toBeVisible()
  // Not that there never was a message or a file.
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  await page.getByRole('link', { name: 'Quitter maintenant' }).click()
  await expect(page).toHaveURL('about:blank')
})
