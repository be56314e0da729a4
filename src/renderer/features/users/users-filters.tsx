import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { MEMBER_STATUSES } from '#shared/domain/people/member-status.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import type { ListFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { rolesOffered, useActor } from './use-actor.ts'
import type { UserFilters } from './user-filters.ts'

/** Search, tribe, role, country, nationality, state (docs/spec/members.md, 4). */
export function UsersFilters({
  address,
  end,
}: {
  readonly address: ListFilters<UserFilters>
  readonly end: ReactNode
}) {
  const { t } = useTranslation(['userManagement', 'common'])
  const any = (label: string) => ({ value: '', label })
  return (
    <FilterBar
      label={t('filters.label')}
      filters={address}
      end={end}
      fields={{
        q: { label: t('filters.q') },
        tribe: { label: t('filters.tribe') },
        role: {
          label: t('filters.role'),
          options: [
            any(t('filters.anyRole')),
            ...rolesOffered(useActor()).map((id) => ({
              value: id,
              label: t(`common:roles.${roleOf(id)}`),
            })),
          ],
        },
        country: {
          label: t('filters.country'),
          options: useCountryChoices(t('filters.anyCountry')),
        },
        nationality: {
          label: t('filters.nationality'),
          options: useCountryChoices(t('filters.anyNationality')),
        },
        status: {
          label: t('filters.status'),
          options: [
            any(t('filters.anyStatus')),
            ...MEMBER_STATUSES.map((status) => ({
              value: status,
              label: t(`common:status.${status}`),
            })),
          ],
        },
      }}
    />
  )
}

/** The browser's own list jumps to typed letters, which is enough for two hundred names. */
function useCountryChoices(
  any: string,
): readonly { readonly value: string; readonly label: string }[] {
  const format = useFormat()
  const language = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(language)
    return [
      { value: '', label: any },
      ...COUNTRY_CODES.map((code) => ({ value: code, label: format.country(code) })).toSorted(
        (one, other) => compare(one.label, other.label),
      ),
    ]
  }, [format, language, any])
}
