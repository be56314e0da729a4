import { Clock, IdCard, KeyRound, ShieldCheck, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const NEEDED = [
  { key: 'id', Icon: IdCard },
  { key: 'portrait', Icon: UserRound },
  { key: 'invitation', Icon: KeyRound },
  { key: 'time', Icon: Clock },
  { key: 'privacy', Icon: ShieldCheck },
] as const

/** Whoever finds out in the middle of the form that a document is in another room comes back later, or never. */
export function BeforeYouStart() {
  const { t } = useTranslation('registration')
  return (
    <aside aria-labelledby="before-you-start" className="lg:pt-6">
      <h2 id="before-you-start" className="text-xl headline">
        {t('before.title')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {NEEDED.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <Icon
              aria-hidden="true"
              size={22}
              strokeWidth={1.75}
              className="mt-0.5 shrink-0 text-brand"
            />
            <div>
              <p className="font-semibold">{t(`before.${key}.title`)}</p>
              <p className="max-w-prose text-muted">{t(`before.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
