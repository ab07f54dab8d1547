// What the methods that publish a group of documents as one direction or mean have in common; only
// for spherical_method.cc and classical_method.cc.
#pragma once

#include "lethe/method/parameter.h"
#include "lethe/vectors/protect/spherical.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::vectors {

// All but the representative, which is the method.
Schema<SphericalOptions> spherical_schema();

// The groups published, with the loss in both geometries; warns of terms that few documents have.
ProtectOutput publish_directions(const ProtectInput& input, const SphericalOptions& options);

}  // namespace lethe::vectors
