/** Rows of the parts of the site that are not items. */
export interface SiteTables {
  sections: {
    id: string
    slug: string
    title: string
    description: string | null
    keywords: string
    content: string
    source: string
    sort_key: string
    search_text: string
    created_at: string
    updated_at: string
  }
  redirects: {
    id: string
    from_path: string
    to_path: string | null
    to_url: string | null
    collection_id: string | null
    item_id: string | null
    status: number
    created_at: string
    /** 1 where a person created it */
    by_hand: number
  }
  site_translations: {
    target_id: string
    locale: string
    member: string
    part_of: string
    value: string
    search_text: string | null
  }
  menus: {
    id: string
    name: string
    label: string
    created_at: string
    updated_at: string
  }
  menu_items: {
    id: string
    menu_id: string
    parent_id: string | null
    type: string
    label: string
    sort_order: number
    custom_url: string | null
    collection_id: string | null
    entry_id: string | null
    taxonomy_id: string | null
    term_id: string | null
    target: string | null
    title_attr: string | null
    css_classes: string | null
    created_at: string
    updated_at: string
  }
  widget_areas: {
    id: string
    name: string
    label: string
    description: string | null
    created_at: string
    updated_at: string
  }
  widgets: {
    id: string
    area_id: string
    type: string
    title: string | null
    content: string
    menu_id: string | null
    component_id: string | null
    component_props: string | null
    sort_order: number
    created_at: string
    updated_at: string
  }
}
