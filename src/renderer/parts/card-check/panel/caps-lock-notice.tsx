import { CaseUpper } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Says that Caps Lock is on, after a hand scan that showed it. It never changes a verdict, but what people type. */
export function CapsLockNotice({ on }: { readonly on: boolean }) {
  const { t } = useTranslation('scanner')
  if (!on) return null
  return (
    <output className="flex shrink-0 items-center gap-2 bg-warning-soft px-4 py-2 font-semibold">
      <CaseUpper aria-hidden="true" size={24} className="shrink-0 text-warning" />
      {t('capsLock')}
    </output>
  )
}
