import { useTranslation } from 'react-i18next'
import type { DesktopSettings } from '#shared/contract/ipc-desktop.ts'
import { LANGUAGES, type Language } from '#shared/domain/languages.ts'
import { changeLanguage, LANGUAGE_NAMES } from '../../../i18n/i18n.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/text-field.tsx'
import { Locked } from './locked.tsx'
import { useSettingsChange } from './use-asked.ts'

const ZOOMS = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

export function DisplaySection({
  settings: { zoom, managed },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const language = useLanguage()
  const format = useFormat()
  const change = useSettingsChange()
  const isLocked = managed.includes('language')
  const choose = async (next: Language): Promise<void> => {
    await changeLanguage(next)
    change.mutate({ language: next })
  }
  const zooms = ZOOMS.includes(zoom) ? ZOOMS : [...ZOOMS, zoom].toSorted((a, b) => a - b)
  return (
    <Section title={t('display.title')}>
      <div className="grid gap-5">
        <ChoiceCards
          legend={t('display.language')}
          options={LANGUAGES.map((code) => ({
            value: code,
            label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
            disabled: isLocked && code !== language,
          }))}
          value={language}
          onChange={(next) => void choose(next)}
          columns={3}
        />
        {isLocked && <Locked />}
        <SelectField
          label={t('display.zoom')}
          className="max-w-xs"
          disabled={managed.includes('zoom')}
          value={String(zoom)}
          options={zooms.map((value) => ({
            value: String(value),
            label: format.number(value, { style: 'percent' }),
          }))}
          onChange={({ target }) => change.mutate({ zoom: Number(target.value) })}
        />
        {managed.includes('zoom') && <Locked />}
      </div>
    </Section>
  )
}
