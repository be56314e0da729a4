import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { followLinks } from './follow-links.ts'

/**
 * Where the association decides the language of a computer, the interface starts in it, whatever
 * the last user chose; the header still offers the others.
 */
async function startInManagedLanguage(
  bridge: Pick<Bridge, 'invoke'>,
  present: Language,
): Promise<void> {
  try {
    const { language, managed } = await bridge.invoke('settings:get')
    if (managed.includes('language') && language !== null && language !== present)
      await changeLanguage(language)
  } catch (error) {
    logFailure('The settings could not be read', error)
  }
}

/** Connects the interface to the desktop app on every page; it shows nothing. */
export function DesktopFrame({ bridge }: { readonly bridge: Bridge }) {
  const navigate = useNavigate()
  const language = useLanguage()
  const go = useEffectEvent((path: string) => void navigate(path))
  const start = useEffectEvent(() => void startInManagedLanguage(bridge, language))
  useEffect(() => start(), [])
  useEffect(() => followLinks(bridge, (path) => go(path)), [bridge])
  return null
}
