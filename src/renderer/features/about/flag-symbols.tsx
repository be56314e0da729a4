import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { HorsePicture } from './horse-picture.tsx'
import { ThreeStars } from './three-stars.tsx'

export function FlagSymbols() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="symbols" className="column py-12">
      <h2 id="symbols" className="text-2xl headline text-brand">
        {t('symbols.title')}
      </h2>
      <div className="mt-6 grid gap-6 lg:grid-cols-[7fr_5fr]">
        <Symbol name="horse" Picture={HorsePicture} />
        <Symbol name="stars" Picture={ThreeStars} />
      </div>
    </section>
  )
}

interface SymbolProps {
  readonly name: 'horse' | 'stars'
  readonly Picture: ComponentType<{ readonly className?: string }>
}

function Symbol({ name, Picture }: SymbolProps) {
  const { t } = useTranslation('about')
  return (
    <figure className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <Picture className="h-64 w-full sm:h-96" />
      <figcaption className="p-5 sm:p-6">
        <h3 className="text-xl headline">{t(`symbols.${name}.title`)}</h3>
        <p className="mt-2 text-muted">{t(`symbols.${name}.text`)}</p>
      </figcaption>
    </figure>
  )
}
