import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { MEMBER_STATUSES } from '#shared/domain/people/member-status.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { FilterBar, FilterSelect, FilterText } from '../../ui/staff/filters/filter-bar.tsx'
import type { AddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { rolesOffered, useActor } from './use-actor.ts'
import type { UserFilters } from './user-filters.ts'

/** Search, tribe, role, country, nationality, state (docs/spec/members.md, 4). */
export function UsersFilters({
  address,
  end,
}: {
  readonly address: AddressFilters<UserFilters>
  readonly end: ReactNode
}) {
  const { t } = useTranslation(['userManagement', 'common'])
  const { values, set, clear, activeCount } = address
  const countries = useCountryChoices(t('filters.anyCountry'))
  return (
    <FilterBar label={t('filters.label')} activeCount={activeCount} onClear={clear} end={end}>
      <FilterText label={t('filters.q')} value={values.q} onChange={(q) => set({ q })} />
      <FilterText
        label={t('filters.tribe')}
        value={values.tribe}
        onChange={(tribe) => set({ tribe })}
      />
      <FilterSelect
        label={t('filters.role')}
        value={values.role}
        options={[
          { value: '', label: t('filters.anyRole') },
          ...rolesOffered(useActor()).map((id) => ({
            value: id,
            label: t(`common:roles.${roleOf(id)}`),
          })),
        ]}
        onChange={(role) => set({ role })}
      />
      <FilterSelect
        label={t('filters.country')}
        value={values.country}
        options={countries}
        onChange={(country) => set({ country })}
      />
      <FilterSelect
        label={t('filters.nationality')}
        value={values.nationality}
        options={useCountryChoices(t('filters.anyNationality'))}
        onChange={(nationality) => set({ nationality })}
      />
      <FilterSelect
        label={t('filters.status')}
        value={values.status}
        options={[
          { value: '', label: t('filters.anyStatus') },
          ...MEMBER_STATUSES.map((status) => ({
            value: status,
            label: t(`common:status.${status}`),
          })),
        ]}
        onChange={(status) => set({ status })}
      />
    </FilterBar>
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
