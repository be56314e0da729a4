import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Bridge } from '#shared/contract/ipc.ts'
import { useLanguage } from '../i18n/use-format.ts'
import { followLinks } from './follow-links.ts'
import { startInManagedLanguage } from './managed-language.ts'

/** What the desktop app asks of the interface, wherever it is; it shows nothing. */
export function DesktopShell({ shell }: { readonly shell: Bridge }) {
  const navigate = useNavigate()
  const language = useLanguage()
  const go = useEffectEvent((path: string) => void navigate(path))
  const start = useEffectEvent(() => void startInManagedLanguage(shell, language))
  useEffect(() => start(), [])
  useEffect(() => followLinks(shell, (path) => go(path)), [shell])
  return null
}
