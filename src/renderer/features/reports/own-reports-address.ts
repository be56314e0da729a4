/** A view of the list, not a separate page: one more route would be part of every visitor's first load. */
export const OWN_REPORTS = '/reports?mine=yes'
export const isOwnWish = (search: URLSearchParams): boolean => search.get('mine') === 'yes'
