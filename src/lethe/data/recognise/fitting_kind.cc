// Which numbers are numbers. A mean of codes means nothing (water = 3.33), so few small whole
// numbers that repeat are taken for codes unless their name says that they count; where the name
// speaks of levels they keep their order.
#include "lethe/data/recognise/finding.h"

namespace lethe::recognise {
namespace {

Kind kind_of_numbers(const Evidence& e, const Finding& found) {
    const Content& c = e.content;
    if (c.quantity != Quantity::number) return Kind::numeric;  // dates and times, as they are
    if (found.subject == Subject::date ||
        (found.subject == Subject::birth && e.share(Form::sorted_date) >= 0.9)) {
        return Kind::ordinal;
    }
    if (!c.whole || found.subject == Subject::weight || found.subject == Subject::birth) {
        return Kind::numeric;
    }
    const bool flag = c.distinct == 2 && c.smallest == 0.0 && c.largest == 1.0;
    if (flag || found.subject == Subject::outcome || e.says(Says::postcode) || e.says(Says::key)) {
        return Kind::nominal;
    }
    const bool counts = e.says(Says::count), ordered = e.says(Says::order);
    const bool coded = e.says(Says::code) || found.subject == Subject::place ||
                       found.subject == Subject::stratum ||
                       (found.subject == Subject::health && e.share(Form::verhoeff) >= 0.95);
    if (coded && !counts && !ordered) return Kind::nominal;
    const bool few = c.distinct <= 15 && c.valid >= 5 * c.distinct;
    const bool small = c.smallest >= -9.0 && c.largest <= 999.0;
    if (!few || !small) return Kind::numeric;
    if (counts) return Kind::numeric;
    if (ordered) return Kind::ordinal;
    return Kind::nominal;
}

}  // namespace

Kind fitting_kind(const Evidence& e, const Finding& found) {
    const Content& c = e.content;
    if (found.role == Role::identifier || c.distinct == 0 || found.subject == Subject::constant) {
        return e.kind;
    }
    if (e.kind == Kind::numeric) return kind_of_numbers(e, found);
    if (e.kind != Kind::nominal) return e.kind;
    if (found.subject == Subject::date || found.subject == Subject::birth) {
        return e.share(Form::sorted_date) >= 0.99 && c.missing_codes.empty() ? Kind::ordinal
                                                                             : e.kind;
    }
    // Numbers but for texts that are surely missing: read again without these, they are numbers.
    if (c.numeric && !c.missing_codes.empty() && c.missing_is_certain && !e.says(Says::postcode)) {
        return kind_of_numbers(e, found);
    }
    return e.kind;
}

}  // namespace lethe::recognise
