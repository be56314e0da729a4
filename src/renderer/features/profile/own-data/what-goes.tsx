import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.tsx'

/** Before the word is typed: what is lost, and what stays although the person leaves. */
export function WhatGoes() {
  const { t } = useTranslation('profile')
  const goes = [
    t('erase.goes.profile'),
    t('erase.goes.files'),
    t('erase.goes.card'),
    t('erase.goes.places'),
  ]
  const stays = [
    t('erase.stays.number'),
    t('erase.stays.reports'),
    t('erase.stays.pledges'),
    t('erase.stays.log'),
  ]
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('erase.noWayBack')}</Notice>
      <div className="grid gap-4 sm:grid-cols-2">
        <Points
          title={t('erase.goes.title')}
          items={goes}
          icon={<X size={18} className="text-danger" />}
        />
        <Points
          title={t('erase.stays.title')}
          items={stays}
          icon={<Check size={18} className="text-muted" />}
        />
      </div>
    </div>
  )
}

interface PointsProps {
  readonly title: string
  readonly items: readonly string[]
  readonly icon: ReactNode
}

function Points({ title, items, icon }: PointsProps) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-1 text-sm">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <span aria-hidden="true" className="mt-0.5 shrink-0">
              {icon}
            </span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
