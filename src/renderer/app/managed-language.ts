import { changeLanguage } from '../i18n/i18n.ts'
import { logFailure } from '../platform/log-failure.ts'
import type { Bridge } from '#shared/contract/ipc.ts'
import type { Language } from '#shared/domain/languages.ts'

/**
 * Where the association decides the language of a computer, the interface starts in it, whatever the last person chose;
 * who needs another one still finds it in the header.
 */
export async function startInManagedLanguage(
  shell: Pick<Bridge, 'invoke'>,
  present: Language,
): Promise<void> {
  try {
    const { language, managed } = await shell.invoke('settings:get')
    if (managed.includes('language') && language !== null && language !== present)
      await changeLanguage(language)
  } catch (error) {
    logFailure('The settings could not be read', error)
  }
}
