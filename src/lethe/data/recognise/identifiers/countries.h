// Checks of the identifiers of single countries, by their public definitions. All take the mention
// as written. "form" checks look at the parts (dates, regions) alone; the others compute a check
// digit or letter.
#pragma once

#include <string_view>

namespace lethe::identifiers {

using IdentifierCheck = bool(std::string_view mention);

// English-speaking countries (countries_english.cc)
IdentifierCheck us_ssn_form, us_itin_form, us_routing, us_npi, us_dea;
IdentifierCheck uk_nhs, uk_nino_form, ca_sin, au_abn, au_acn, au_medicare, au_tfn, nz_ird, ie_pps;
IdentifierCheck za_id, ng_nin;

// Europe, by north and west (countries_west.cc)
IdentifierCheck de_tax_id, de_vat, de_health, de_lanr, de_bsnr_form, de_social, de_document;
IdentifierCheck fr_nir, fr_siren, fr_siret, nl_bsn, be_national, lu_national, ch_ahv, ch_uid,
    at_svnr;
IdentifierCheck es_nif, es_nie, pt_nif, it_fiscal_code, it_vat;
IdentifierCheck se_person, se_organisation, dk_cpr_form, no_person, fi_person, is_kennitala;

// Europe, by east (countries_east.cc)
IdentifierCheck pl_pesel, pl_nip, cz_birth, hu_tax, hu_taj, ro_cnp, bg_egn, hr_oib, jmbg;
IdentifierCheck ee_person, lv_person, gr_amka, gr_afm, ru_inn, ru_snils, ua_rntrc, tr_id;

// Asia and Latin America (countries_world.cc)
IdentifierCheck in_aadhaar, in_gstin, in_plate_form, kr_brn, kr_rrn, kr_frn_form, jp_my_number,
    cn_resident;
IdentifierCheck tw_id, hk_id, sg_nric, sg_uen, my_nric_form, id_nik_form, th_id, il_id;
IdentifierCheck br_cpf, br_cnpj, mx_curp, mx_rfc_form, ar_cuit, cl_rut;

}  // namespace lethe::identifiers
