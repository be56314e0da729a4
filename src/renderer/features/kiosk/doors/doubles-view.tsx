import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { doors as doorsReading, useDoors } from '../use-kiosk.ts'

/** Cards that came in at two doors while these did not see each other. They stay until staff say that they saw them. */
export function DoublesView({ onSeen }: { readonly onSeen: () => void }) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { value } = useDoors()
  const doubles = value?.doubles ?? []
  async function seen(): Promise<void> {
    await bridge().invoke(
      'doors:told',
      doubles.slice(0, 100).map(({ card }) => card),
    )
    await doorsReading.reread()
    if (doubles.length <= 100) onSeen()
  }
  return (
    <div className="grid gap-4">
      <p>{t('doors.doubles.lead')}</p>
      <ul className="grid">
        {doubles.map(({ card, entries }) => (
          <li key={card} className="border-t border-line py-2.5 first:border-t-0">
            <p className="font-semibold">
              <Ltr>{card}</Ltr>
            </p>
            <ol className="grid text-sm">
              {entries.map(({ gate, at, here }, place) => (
                <li key={`${at} ${gate}`}>
                  {t(here ? 'doors.doubles.here' : 'doors.doubles.there', {
                    time: format.time(at),
                    gate,
                  })}
                  {place === 0 && (
                    <span className="font-semibold"> · {t('doors.doubles.first')}</span>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <Button onClick={() => void seen()} className="justify-self-start">
        {t('doors.doubles.seen')}
      </Button>
    </div>
  )
}
