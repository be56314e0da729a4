import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Section } from '../../ui/section.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const

export function AppearanceSection() {
  const { t } = useTranslation('settings')
  const theme = useTheme()
  return (
    <Section title={t('theme.title')}>
      <ChoiceCards
        legend={<span className="sr-only">{t('theme.legend')}</span>}
        options={THEMES.map((value) => {
          const Icon = ICONS[value]
          return {
            value,
            label: t(`theme.${value}`),
            icon: <Icon size={22} />,
            ...(value === 'system' && { hint: t('theme.systemHint') }),
          }
        })}
        value={theme}
        onChange={setTheme}
        columns={3}
      />
    </Section>
  )
}
