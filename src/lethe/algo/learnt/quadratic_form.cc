#include "lethe/algo/learnt/quadratic_form.h"

#include "lethe/core/error.h"
#include "lethe/core/symmetric_eigen.h"

namespace lethe {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd centred(const double* values, const AlignedRecords& records) {
    const Eigen::Map<const RowMajor> matrix(values, records.rows, records.attributes);
    return matrix.rowwise() - matrix.colwise().mean();
}

void check_size(Eigen::Index have, Eigen::Index need) {
    if (have != need) {
        throw Error(ErrorKind::usage, "a form of " + std::to_string(need) +
                                          " attributes was given " + std::to_string(have) +
                                          " numbers");
    }
}

}  // namespace

double bilinear_form(const Eigen::MatrixXd& form, std::span<const double> difference) {
    check_size(std::ssize(difference), form.rows());
    const Eigen::Map<const Eigen::VectorXd> x(difference.data(), std::ssize(difference));
    return x.dot(form * x);
}

Eigen::MatrixXd difference_covariance(const AlignedRecords& records, CrossTerm cross) {
    const int n = records.attributes;
    if (records.rows < 2) return Eigen::MatrixXd::Zero(n, n);
    const Eigen::MatrixXd original = centred(records.original, records);
    const Eigen::MatrixXd masked = centred(records.masked, records);
    const double divisor = records.rows - 1;
    if (cross == CrossTerm::ignored) {
        return (original.transpose() * original + masked.transpose() * masked) / divisor;
    }
    const Eigen::MatrixXd difference = original - masked;
    return difference.transpose() * difference / divisor;
}

Eigen::MatrixXd mahalanobis_form(const Eigen::MatrixXd& covariance, double least) {
    const SymmetricEigen eigen = symmetric_eigen((covariance + covariance.transpose()) / 2.0);
    Eigen::VectorXd values = eigen.values;
    const double smallest = least * values.cwiseAbs().maxCoeff();
    for (double& value : values) value = value > smallest ? 1 / value : 0.0;
    const Eigen::MatrixXd& vectors = eigen.vectors;
    return vectors * values.asDiagonal() * vectors.transpose();
}

Eigen::MatrixXd form_matrix(std::span<const double> parameters, int attributes) {
    check_size(std::ssize(parameters), Eigen::Index{attributes} * (attributes + 1) / 2);
    Eigen::MatrixXd form(attributes, attributes);
    std::size_t place = 0;
    for (int l = 0; l < attributes; ++l) {
        for (int h = l; h < attributes; ++h) form(l, h) = form(h, l) = parameters[place++];
    }
    return form;
}

std::vector<double> form_parameters(const Eigen::MatrixXd& form) {
    std::vector<double> parameters;
    for (Eigen::Index l = 0; l < form.rows(); ++l) {
        for (Eigen::Index h = l; h < form.cols(); ++h) parameters.push_back(form(l, h));
    }
    return parameters;
}

double mean_square_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    check_size(b.rows(), a.rows());
    double sum = 0.0;
    for (Eigen::Index l = 0; l < a.rows(); ++l) {
        for (Eigen::Index h = l; h < a.cols(); ++h)
            sum += (a(l, h) - b(l, h)) * (a(l, h) - b(l, h));
    }
    return sum / (static_cast<double>(a.rows()) * static_cast<double>(a.rows() + 1) / 2.0);
}

}  // namespace lethe
